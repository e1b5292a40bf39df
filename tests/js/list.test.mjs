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

test("a reply stands beside the opponent's move that it answers", () => {
  assert.equal(listed((path) => path.length % 2 === 0), "(2. h7 e1)(2. c6)(2. a3 e5 (2… e9))");
});

test("on the explore board the main line runs on behind its variations", () => {
  assert.equal(listed(() => false), "2. h7 (2. c6)(2. a3 e5 (2… e9))2… e1");
});
