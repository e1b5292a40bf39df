// What stands on a cell: "B" or "W" for a volcano, "b" or "w" for lava, "" for nothing.

export function isVolcano(piece) {
  return piece === "B" || piece === "W";
}

export function isLava(piece) {
  return piece === "b" || piece === "w";
}

/** The side of a piece. */
export function sideOf(piece) {
  return piece.toLowerCase() === "b" ? "black" : "white";
}

/** The height of the volcano on a cell, or of one if it were placed there. */
export function heightAt({ board, pieces }, cell) {
  let height = 0;
  for (const near of board.neighbours[cell]) if (!isVolcano(pieces[near])) height += 1;
  return height;
}
