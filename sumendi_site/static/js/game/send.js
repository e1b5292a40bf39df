// Sends a move and tells in plain words what became of it.

export const PLAYED = "played";
export const REFUSED = "refused";
export const STALE = "stale";
export const SIGNED_OUT = "signed-out";
export const OLD_PAGE = "old-page";
export const NOT_REACHED = "not-reached";

const PATIENCE = 15000;

/** The answer of the server as { outcome, message }. Sending the same move again does no harm. */
export async function send(url, form) {
  let response;
  try {
    response = await fetch(url, {
      method: "POST",
      body: form,
      headers: { Accept: "application/json" },
      signal: AbortSignal.timeout(PATIENCE),
    });
  } catch {
    const message = "The site cannot be reached. Your move was not confirmed, but it is kept here.";
    return { outcome: NOT_REACHED, message };
  }
  if (response.ok) return { outcome: PLAYED, message: "" };
  const { code, message } = await problem(response);
  return { outcome: outcomeOf(response.status, code), message };
}

function outcomeOf(status, code) {
  if (code === "stale_page") return OLD_PAGE;
  if (status === 401) return SIGNED_OUT;
  if (status === 409) return STALE;
  return status >= 500 || status === 429 ? NOT_REACHED : REFUSED;
}

async function problem(response) {
  const unclear = `The site gave no clear answer (${response.status}). Your move is kept here.`;
  try {
    const { error } = await response.json();
    return { code: error.code, message: error.message };
  } catch {
    return { code: "", message: unclear };
  }
}
