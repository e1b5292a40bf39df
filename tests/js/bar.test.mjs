// The numbers in the bar of a page that stays open after its reader signed out elsewhere.

import assert from "node:assert/strict";
import { test } from "node:test";

const bell = { dataset: { count: "/count", events: "/events", kinds: "notice" }, hidden: false };
const pill = { dataset: { refresh: "/waiting" }, hidden: true, textContent: "" };
const streams = [];
globalThis.document = {
  addEventListener() {},
  getElementById: (id) => ({ bell, waiting: pill })[id],
};
globalThis.window = { addEventListener() {} };
globalThis.EventSource = class {
  listeners = {};
  constructor() {
    streams.push(this);
  }
  addEventListener(kind, listener) {
    this.listeners[kind] = listener;
  }
  close() {
    this.isClosed = true;
  }
};
globalThis.fetch = async (address, { redirect }) => {
  assert.equal(redirect, "manual");
  return { ok: false, type: "opaqueredirect" };
};

test("who is signed out is told so, and nothing is asked for any more", async () => {
  await import("../../sumendi_site/static/js/bar.js");
  streams[0].listeners.notice();
  await new Promise(setImmediate);
  assert.equal(pill.textContent, "You are signed out");
  assert.ok(bell.hidden && !pill.hidden && streams[0].isClosed);
});
