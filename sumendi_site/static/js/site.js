// Menus close as people expect; the theme chosen on the preferences page shows at once.

function closeMenus(except) {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (menu !== except) menu.open = false;
  }
}

document.addEventListener("click", (event) => {
  closeMenus(event.target.closest("details.menu"));
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const menu = document.querySelector("details.menu[open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});

document.addEventListener("change", (event) => {
  const input = event.target.closest("[data-preview-theme] input");
  if (input) document.documentElement.dataset.theme = input.value;
});

// A form can ask for the browser's time zone, as a proposal that the reader can change.
for (const input of document.querySelectorAll("input[data-browser-time-zone]")) {
  input.value = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
}
