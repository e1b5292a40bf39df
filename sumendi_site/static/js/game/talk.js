// Table talk and private notes. They stand beside the table, not in it: when the table is drawn
// anew, what is being typed here stays.

const QUIET = 800;
const PATIENCE = 15000;

/** Bring both to life; the answer is a function that fetches the newest lines. */
export function openTalk() {
  const note = document.getElementById("note");
  if (note) keepNote(note);
  const lines = document.getElementById("chat-lines");
  if (!lines) return () => {};
  let unwatched = false;
  const read = () => {
    unwatched = document.hidden;
    return readLines(lines, unwatched);
  };
  // As with the table, what came in the background counts as seen only now.
  document.addEventListener("visibilitychange", () => unwatched && !document.hidden && read());
  const chat = document.getElementById("chat");
  if (chat) sendLines(chat, read);
  showNewest(lines);
  return read;
}

async function readLines(lines, unwatched) {
  try {
    const headers = unwatched ? { "X-Unwatched": "1" } : {};
    const answer = await fetch(lines.dataset.url, { headers });
    if (!answer.ok) return;
    lines.innerHTML = await answer.text();
    showNewest(lines);
  } catch {
    // No network: the page catches up when the line is back.
  }
}

function showNewest(lines) {
  lines.parentElement.scrollTop = lines.scrollHeight;
}

function sendLines(form, read) {
  const text = form.elements.text;
  const problem = document.getElementById("chat-problem");
  let sending = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (sending) return;
    sending = true;
    const refusal = await post(form);
    sending = false;
    problem.textContent = refusal;
    problem.hidden = refusal === "";
    if (refusal) return;
    text.value = "";
    await read();
  });
}

function keepNote(form) {
  const state = document.getElementById("note-state");
  let timer = null;
  let saved = form.elements.text.value;
  const save = async (keepalive = false) => {
    clearTimeout(timer);
    const text = form.elements.text.value;
    if (text === saved) return;
    state.textContent = "Saving…";
    const refusal = await post(form, keepalive);
    if (!refusal) saved = text;
    state.textContent = refusal ? `Not saved. ${refusal}` : "Saved. Nobody else can read them.";
  };
  form.addEventListener("input", () => {
    state.textContent = "Not saved yet.";
    clearTimeout(timer);
    timer = setTimeout(save, QUIET);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    save();
  });
  window.addEventListener("pagehide", () => save(true));
}

/** Send a form; why it was refused, or an empty text. */
async function post(form, keepalive = false) {
  let answer;
  try {
    answer = await fetch(form.action, {
      method: "POST",
      body: new FormData(form),
      headers: { Accept: "application/json" },
      keepalive,
      signal: AbortSignal.timeout(PATIENCE),
    });
  } catch {
    return "The site cannot be reached. Try again in a moment.";
  }
  if (answer.ok) return "";
  try {
    return (await answer.json()).error.message;
  } catch {
    return `The site gave no clear answer (${answer.status}). Try again in a moment.`;
  }
}
