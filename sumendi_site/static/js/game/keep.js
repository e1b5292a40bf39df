// Keeps the move typed so far in this tab, for the ply that it was meant for.

const key = (game) => `sumendi-move-${game}`;

export function keep(game, ply, text) {
  attempt(() => {
    if (text === "") sessionStorage.removeItem(key(game));
    else sessionStorage.setItem(key(game), JSON.stringify({ ply, text }));
  });
}

/** The kept move as { ply, text }, or null. */
export function kept(game) {
  return attempt(() => JSON.parse(sessionStorage.getItem(key(game)))) ?? null;
}

export function forget(game) {
  keep(game, 0, "");
}

/** A browser may refuse to store anything; then the move is simply not kept. */
function attempt(action) {
  try {
    return action();
  } catch {
    return null;
  }
}
