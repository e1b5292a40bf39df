// The page of the explore board.

import { follow } from "../game/live.js";
import { clearNotice, notify } from "../game/notices.js";
import { parse, write } from "../rules/notation.js";
import { openBoard } from "./board.js";
import { firstTree, keepTree } from "./saving.js";
import { chain, isPlayed, merge, playPly } from "./tree.js";

const data = JSON.parse(document.getElementById("explore-data").textContent);
let line = data.line;
let hasForms = data.treeVersion > 0;

const board = openBoard(
  { ...data, tree: withShown(firstTree(data)), path: history.state?.path ?? data.path },
  {
    onChange: (tree) => keep(tree),
    onShow: (path) => {
      history.replaceState({ path }, "");
      linkToArchive(path);
      countSearched(path);
    },
  },
);
linkToArchive(board.path());
countSearched(board.path());
const keep = data.readOnly ? () => {} : keepTree(data, () => board, showKeeping);

/** A link may show a variation that is in no tree yet. It is kept with what is added to it. */
function withShown(tree) {
  return { ...tree, children: merge(tree.children, chain(data.shownLine)) };
}

/** Which move of the line that the search found is on the board; nothing where it is none of them. */
function countSearched(path) {
  const step = document.getElementById("search-step");
  if (!step) return;
  const count = path.length - data.shownFrom;
  const isOnIt = count > 0 && isPlayed(path, data.shownLine);
  step.textContent = isOnIt ? `, ${count} of ${data.shownLine.length - data.shownFrom}` : "";
}

function linkToArchive(path) {
  const position = path.reduce(playPly, parse(data.start));
  document.getElementById("archive-link").search = new URLSearchParams({ position: write(position) });
}

/**
 * Once it is kept on the site, it can be published and deleted: the page made anew has the forms.
 * Another tab may have kept it first, and without a network the next save brings them.
 */
async function showKeeping() {
  if (hasForms) return;
  try {
    const response = await fetch(location.pathname);
    if (!response.ok) return;
    const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
    const words = document.getElementById("saved").textContent;
    document.querySelector(".keeping").replaceWith(fresh.querySelector(".keeping"));
    document.getElementById("saved").textContent = words;
    hasForms = true;
  } catch {
    // No network.
  }
}

/** The game went on meanwhile; the position on this board stays as it is. */
function heard(kind, { ply, player, text } = {}) {
  if (kind === "gap") notify("game", "The game may have gone on.", { label: "Reload the page", href: location.href });
  if (kind === "end") notify("game", "The game has ended.", { label: "To the game", href: data.gameUrl });
  if (kind === "taken_back") goBack(ply - 1);
  if (kind !== "move" || ply !== line.length + 1) return;
  line = [...line, text];
  board.extend(line);
  const show = { label: "Show it", run: () => board.show(line) };
  notify("game", `The game has gone on: ${player} played ${text}.`, show);
}

function goBack(plies) {
  line = line.slice(0, plies);
  board.extend(line);
  notify("game", "A move was taken back.", { label: "Show it", run: () => board.show(line) });
}

if (data.eventsUrl) {
  follow(data, {
    onNews: heard,
    onNewVersion: () => notify("version", "The site was updated. Nothing was lost.", { label: "Reload the page", href: location.href }),
    onConnection: (isUp) => {
      if (isUp) clearNotice("connection");
      else notify("connection", "The connection is lost; this page tries again by itself.");
    },
  });
}
