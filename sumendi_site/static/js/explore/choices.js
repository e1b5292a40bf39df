// What can be tried in a position, as the board that takes a move must know it (game/entry.js).

import { isOver } from "../rules/legality.js";
import { cellsOf, heightIfPlaced, placementsOf, refusalsOf, targetsOf } from "../rules/position.js";

const CHOOSE = "First the second player takes a side: choose Swap or Keep.";
const OVER = "No placement is left here: the game would be over.";

/** { options, refused, heights, pieces, side, status }; where a side is chosen nothing is placed. */
export function choicesIn(position, isSideChoice) {
  const placements = isSideChoice ? [] : placementsOf(position);
  const forEach = (names, tell) => Object.fromEntries(names.map((name) => [name, tell(position, name)]));
  return {
    options: forEach(placements, targetsOf),
    heights: forEach(placements, heightIfPlaced),
    refused: isSideChoice ? forEach(position.board.names, () => CHOOSE) : refusalsOf(position),
    pieces: cellsOf(position),
    side: position.turn,
    status: isSideChoice ? CHOOSE : statusOf(position),
  };
}

function statusOf(position) {
  if (isOver(position)) return OVER;
  return position.turn === "black" ? "Black to move." : "White to move.";
}
