// Keeps the number beside the bell right while the page is in sight. A page in the background
// holds no stream: browsers allow few connections to a site.

const bell = document.getElementById("bell");
let source = null;

async function count() {
  try {
    const answer = await fetch(bell.dataset.count);
    if (answer.ok) show((await answer.json()).unseen);
  } catch {
    // No network: the stream says "hello" when there is one again.
  }
}

function show(unseen) {
  const number = bell.querySelector(".bell-count");
  number.textContent = unseen > 99 ? "99+" : String(unseen);
  number.hidden = unseen === 0;
  bell.querySelector(".bell-words").textContent = unseen === 0 ? "" : "new";
}

function listen() {
  if (document.hidden || source) return;
  source = new EventSource(bell.dataset.events);
  // "hello" comes after each connection: something may have been missed before it.
  for (const kind of ["hello", ...bell.dataset.kinds.split(" ")]) source.addEventListener(kind, count);
}

function rest() {
  source?.close();
  source = null;
}

if (bell) {
  listen();
  document.addEventListener("visibilitychange", () => (document.hidden ? rest() : listen()));
  window.addEventListener("pagehide", rest);
  window.addEventListener("pageshow", listen);
}
