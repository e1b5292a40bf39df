// Keeps a part of a page up to date, and never moves anything under the reader's finger.

import { listen } from "./stream.js";

const SIGNED_OUT = Symbol("signed out");
const PATIENCE = 20000;
const TOKEN = /name="csrfmiddlewaretoken" value="[^"]*"/g;

// A region with `data-refresh` (the address of its newest HTML) and perhaps `data-events` (the
// stream that tells of news). Looks again each `seconds`, and whenever the stream says something,
// as long as `isLive` says that there may be news.
export function keepFresh(region, seconds, isLive = () => true) {
  let shown = null;
  let waits = false;
  let looks = 0; // since the last one began; what is told meanwhile takes one more, not many
  const look = async () => {
    if (document.hidden || !isLive()) return;
    looks += 1;
    if (looks > 1) return;
    show(await newest(region));
    const again = looks > 1;
    looks = 0;
    if (again) look();
  };
  const show = (html) => {
    if (html === SIGNED_OUT) {
      tellSignedOut(region);
      shown = null;
      return;
    }
    if (html === null || comparable(html) === shown) return;
    if (isInUse(region)) {
      waits = true;
      return;
    }
    waits = false;
    shown = comparable(html);
    replace(region, html);
  };
  const catchUp = () => setTimeout(() => waits && look(), 0);
  setInterval(look, seconds * 1000);
  document.addEventListener("visibilitychange", look);
  region.addEventListener("focusout", catchUp);
  region.addEventListener("pointerleave", catchUp);
  if (region.dataset.events) follow(region.dataset.events, look);
}

async function newest(region) {
  try {
    const patience = AbortSignal.timeout(PATIENCE);
    const answer = await fetch(region.dataset.refresh, { redirect: "manual", signal: patience });
    if (answer.type === "opaqueredirect") return SIGNED_OUT;
    return answer.ok ? await answer.text() : null;
  } catch {
    return null; // No network: the next look may have one.
  }
}

// A page that only its owner sees sends everybody else to the sign-in.
function tellSignedOut(region) {
  if (region.querySelector(".signed-out")) return;
  const link = Object.assign(document.createElement("a"), { href: "", textContent: "Sign in again" });
  const message = Object.assign(document.createElement("p"), {
    className: "message message-warning signed-out",
    role: "alert",
    textContent: "You are signed out, and this page is no longer up to date. ",
  });
  message.append(link);
  region.prepend(message);
}

// Each answer carries another token for its forms; that is no news.
function comparable(html) {
  return html.replace(TOKEN, "");
}

function isInUse(region) {
  const focused = document.activeElement;
  if (region.contains(focused) && focused.matches("button, input, select, textarea")) return true;
  return region.querySelector("button:hover, a.game-card:hover") !== null;
}

function replace(region, html) {
  const focused = region.contains(document.activeElement) ? document.activeElement : null;
  const address = focused?.getAttribute("href");
  const open = [...region.querySelectorAll("details[id][open], [popover]:popover-open")];
  region.innerHTML = html;
  for (const { id, popover } of open) {
    const again = document.getElementById(id);
    if (popover) again?.showPopover();
    else again?.setAttribute("open", "");
  }
  if (address) region.querySelector(`a[href="${CSS.escape(address)}"]`)?.focus({ preventScroll: true });
}

// "hello" comes after each connection: something may have been missed before it.
function follow(url, look) {
  const KINDS = [
    "your_turn",
    "taken_back",
    "game_start",
    "game_end",
    "offer",
    "offer_declined",
    "offer_expired",
    "time_given",
    "draw_offer",
    "changed",
    "hello",
  ];
  listen(() => url, Object.fromEntries(KINDS.map((kind) => [kind, look])));
}
