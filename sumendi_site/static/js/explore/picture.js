// Draws a position in the server's picture of a board, with the same parts (games/rules/svg.py).

import { DISC, LAVA, RING_STEP, circle, element, towards } from "../game/board.js";
import { SIDE_CHOICES, readMove } from "../rules/moves.js";
import { heightAt, isLava, isVolcano, sideOf } from "../rules/pieces.js";

const SIDES = ["black", "white"];

/** Show a position; `lastMove` is the text of the move that led to it, or null. */
export function drawPosition(board, position, lastMove) {
  const { picture } = board;
  const coordinates = picture.querySelector(":scope > .coordinate");
  const old = picture.querySelectorAll(":scope > g:not(.coordinate)");
  const parts = [
    ...land(board, position),
    ...causeways(board, position),
    ...volcanoes(board, position),
    ...lava(board, position),
    ...last(board, lastMove),
  ];
  const groups = parts.filter(([, shapes]) => shapes.length > 0).map(([role, shapes]) => group(role, shapes));
  for (const one of groups) picture.insertBefore(one, coordinates);
  // The cells are in the new groups by now: they are what is tapped, and stay.
  for (const one of old) one.remove();
  picture.setAttribute("aria-label", inWords(position));
}

function group(role, shapes) {
  const made = element("g", { class: role });
  made.append(...shapes);
  return made;
}

function land(board, { board: { names }, pieces }) {
  const of = (isMeant) => names.filter((_, cell) => isMeant(pieces[cell])).map((name) => board.cells.get(name).hexagon);
  return [
    ["sea", of((piece) => !isLava(piece))],
    ["land black", of((piece) => piece === "b")],
    ["land white", of((piece) => piece === "w")],
  ];
}

function causeways(board, position) {
  const { neighbours } = position.board;
  return SIDES.map((side) => {
    const cells = cellsOf(position, isLava, side);
    const pairs = cells.flatMap((cell) =>
      cells.filter((other) => cell < other && neighbours[cell].includes(other)).map((other) => [cell, other]),
    );
    const at = (cell) => place(board, position, cell);
    const lines = pairs.map(([from, to]) => `M${at(from).x} ${at(from).y}L${at(to).x} ${at(to).y}`);
    return [`causeway ${side}`, lines.length ? [element("path", { d: lines.join("") })] : []];
  });
}

function volcanoes(board, position) {
  return SIDES.flatMap((side) => {
    const standing = cellsOf(position, isVolcano, side).map((cell) => ({
      at: place(board, position, cell),
      height: heightAt(position, cell),
    }));
    return [
      [`volcano ${side}`, standing.map(({ at }) => circle(at, DISC))],
      [`ring ${side}`, standing.flatMap(({ at, height }) => rings(at, height))],
      [`height ${side}`, standing.map(({ at, height }) => element("text", { x: at.x, y: at.y, dy: ".36em" }, height))],
    ];
  });
}

function rings(at, height) {
  return Array.from({ length: height - 1 }, (_, i) => circle(at, DISC - (i + 1) * RING_STEP));
}

function lava(board, position) {
  return SIDES.map((side) => [
    `lava ${side}`,
    cellsOf(position, isLava, side).map((cell) => circle(place(board, position, cell), LAVA)),
  ]);
}

function last(board, text) {
  if (text === null || SIDE_CHOICES.includes(text)) return [];
  const { placement, spills } = readMove(text);
  const arrows = spills.map(([source, target]) => arrow(board.cells.get(source), board.cells.get(target)));
  return [
    ["last", [element("path", { d: board.cells.get(placement).hexagon.getAttribute("d") })]],
    ["arrow", arrows.map(({ shaft }) => element("path", { d: shaft }))],
    ["head", arrows.map(({ head }) => element("path", { d: head }))],
  ];
}

/** From the slope of the source to the rim of its lava. */
function arrow(start, end) {
  const from = towards(start, end, 21);
  const tip = towards(end, start, 18);
  const neck = towards(end, start, 31);
  const [across, along] = [(neck.y - tip.y) / 2, (neck.x - tip.x) / 2];
  const left = `${neck.x + across} ${neck.y - along}`;
  const right = `${neck.x - across} ${neck.y + along}`;
  return { shaft: `M${from.x} ${from.y}L${neck.x} ${neck.y}`, head: `M${tip.x} ${tip.y}L${left}L${right}z` };
}

function cellsOf({ pieces }, isMeant, side) {
  return [...pieces.keys()].filter((cell) => isMeant(pieces[cell]) && sideOf(pieces[cell]) === side);
}

function place(board, position, cell) {
  return board.cells.get(position.board.names[cell]);
}

function inWords({ board, pieces, turn }) {
  const volcanoCount = pieces.filter(isVolcano).length;
  const lavaCount = pieces.filter(isLava).length;
  const side = turn === "black" ? "Black" : "White";
  return (
    `Board of size ${board.size} with ${volcanoCount} volcano${volcanoCount === 1 ? "" : "es"} ` +
    `and ${lavaCount} lava, ${side} to move`
  );
}
