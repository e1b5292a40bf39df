// Buttons with `data-copy` put that text where the next paste takes it from. Browsers allow it only
// on secure pages; elsewhere the text is shown to be copied by hand.

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button[data-copy]");
  if (!button) return;
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = "Copied";
  } catch {
    window.prompt("Copy this:", button.dataset.copy);
  }
});
