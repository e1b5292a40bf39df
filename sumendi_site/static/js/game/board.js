// Draws a turn that is being entered over the server's picture of the board.

const SVG = "http://www.w3.org/2000/svg";
export const DISC = 32;
export const RING_STEP = 4.4;
export const LAVA = 15.8;

/** The board of the page: the picture, and the centre of each cell in its units. */
export function readBoard(frame) {
  const picture = frame.querySelector("svg.board");
  const cells = new Map();
  for (const hexagon of picture.querySelectorAll("[data-cell]")) {
    const box = hexagon.getBBox();
    const centre = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    cells.set(hexagon.dataset.cell, { hexagon, ...centre });
  }
  return { picture, cells };
}

/** Mark the cells on which a volcano can be placed. */
export function showOpenCells(board, options) {
  board.picture.classList.add("open");
  for (const [name, { hexagon }] of board.cells) hexagon.toggleAttribute("data-open", Object.hasOwn(options, name));
}

/** Draw ghost, rings, rays, targets and the lava that is settled. `look` is from turn.js. */
export function drawTurn(board, data, turn, look) {
  const layer = freshLayer(board, "entry");
  board.picture.classList.toggle("entering", look.placement !== null);
  if (look.placement === null) return;
  const settled = { ...look.chosen, ...look.forced };
  for (const [source, targets] of Object.entries(look.owing)) {
    if (isQuiet(turn, source, targets)) continue;
    for (const end of farthest(board, source, targets)) layer.append(ray(board, source, end));
  }
  for (const [source, target] of Object.entries(settled)) {
    layer.append(...lava(board, source, target, side(data.pieces[source])));
  }
  layer.append(...ghost(board, look.placement, data.heights[look.placement], data.side));
  for (const [source, targets] of Object.entries(look.owing)) {
    layer.append(ring(board, source, turn.source === source));
    if (isQuiet(turn, source, targets)) continue;
    for (const target of targets) layer.append(dot(board, target, target === turn.target));
  }
}

/** Show where the keyboard stands; null takes the cursor away. */
export function drawCursor(board, name) {
  const layer = freshLayer(board, "cursor-layer");
  if (name === null) return;
  const outline = element("path", { class: "cursor", d: board.cells.get(name).hexagon.getAttribute("d") });
  layer.append(outline);
}

/** Once a volcano or a target was picked, the others keep their rings but not their rays. */
function isQuiet(turn, source, targets) {
  if (turn.source !== null) return turn.source !== source;
  if (turn.target !== null) return !targets.includes(turn.target);
  return false;
}

function freshLayer(board, name) {
  board.picture.querySelector(`.${name}`)?.remove();
  const layer = element("g", { class: name });
  board.picture.append(layer);
  return layer;
}

export function element(name, attributes, text = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}

export function circle(at, radius, role) {
  return element("circle", { class: role, cx: at.x, cy: at.y, r: radius });
}

function ghost(board, name, height, colour) {
  const at = board.cells.get(name);
  const group = element("g", { class: "ghost", "data-ghost": name });
  group.append(circle(at, DISC, `volcano ${colour}`));
  for (let ring = 1; ring < height; ring += 1) {
    group.append(circle(at, DISC - ring * RING_STEP, `ring ${colour}`));
  }
  const numeral = { class: `height ${colour}`, x: at.x, y: at.y, dy: ".36em" };
  group.append(element("text", numeral, String(height)));
  return [group];
}

function lava(board, source, target, colour) {
  const from = board.cells.get(source);
  const to = board.cells.get(target);
  const group = element("g", { class: "ghost", "data-lava": target });
  group.append(circle(to, LAVA, `lava ${colour}`));
  const start = towards(from, to, DISC);
  const end = towards(to, from, LAVA);
  return [element("path", { class: "arrow", d: `M${start.x} ${start.y}L${end.x} ${end.y}` }), group];
}

function ring(board, source, picked) {
  return circle(board.cells.get(source), DISC, picked ? "owes picked" : "owes");
}

function dot(board, target, picked) {
  const made = circle(board.cells.get(target), 8, picked ? "target picked" : "target");
  made.dataset.target = target;
  return made;
}

function ray(board, source, target) {
  const start = towards(board.cells.get(source), board.cells.get(target), DISC);
  const end = board.cells.get(target);
  return element("path", { class: "ray", d: `M${start.x} ${start.y}L${end.x} ${end.y}` });
}

/** Of the targets in each direction only the last: one ray is enough for all of them. */
function farthest(board, source, targets) {
  const from = board.cells.get(source);
  const ends = new Map();
  for (const target of targets) {
    const to = board.cells.get(target);
    const direction = Math.round((Math.atan2(to.y - from.y, to.x - from.x) * 3) / Math.PI) % 6;
    const key = (direction + 6) % 6;
    const known = ends.get(key);
    if (!known || distance(from, to) > distance(from, board.cells.get(known))) ends.set(key, target);
  }
  return ends.values();
}

function distance(from, to) {
  return Math.hypot(to.x - from.x, to.y - from.y);
}

export function towards(from, to, length) {
  const share = length / distance(from, to);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

function side(piece) {
  return piece[0] === "b" ? "black" : "white";
}
