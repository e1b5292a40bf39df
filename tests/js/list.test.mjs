// The list of variations, drawn into elements that hold text alone.

import assert from "node:assert/strict";
import { test } from "node:test";

import { drawList } from "../../sumendi_site/static/js/explore/list.js";

class Element {
  parts = [];
  append(...parts) {
    this.parts.push(...parts);
  }
  replaceChildren(...parts) {
    this.parts = parts;
  }
  setAttribute() {}
  addEventListener() {}
  querySelector() {
    return null;
  }
  toString() {
    const text = (this.textContent ?? "") + this.parts.join("");
    return this.className === "variation" ? `(${text.trim()})` : text;
  }
}
globalThis.document = { createElement: () => new Element() };

const node = (text, ...children) => ({ text, comment: "", children });
const TREE = [node("h7", node("e1")), node("c6"), node("a3", node("e5"), node("e9"))];

function listed(areEqual) {
  const list = new Element();
  drawList(list, { children: TREE, path: [], line: [], pliesBefore: 3, describe: () => null, areEqual }, () => {});
  return `${list}`.trim();
}

test("moves have the numbers that a record gives them, the choice of side has none", () => {
  const list = new Element();
  const children = [node("f6", node("swap", node("g8")))];
  drawList(list, { children, path: [], line: [], pliesBefore: 0, describe: () => null, areEqual: () => false }, () => {});
  assert.equal(`${list}`.trim(), "1. f6 swap 2. g8");
});

test("a reply stands beside the opponent's move that it answers", () => {
  assert.equal(listed((path) => path.length % 2 === 0), "(3. h7 4. e1)(3. c6)(3. a3 4. e5 (4. e9))");
});

test("on the explore board the main line runs on behind its variations", () => {
  assert.equal(listed(() => false), "3. h7 (3. c6)(3. a3 4. e5 (4. e9))4. e1");
});
