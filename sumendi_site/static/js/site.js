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

// Forms can ask for the browser's time zone: a hidden field takes it, a select offers it.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "";

for (const input of document.querySelectorAll("input[data-browser-time-zone]")) {
  input.value = zone;
}

for (const select of document.querySelectorAll("select[data-propose-time-zone]")) {
  const option = [...select.options].find(({ value }) => value === zone);
  if (option && !option.selected) select.after(proposal(select));
}

function proposal(select) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button button-small";
  button.textContent = `Use ${zone.replaceAll("_", " ")}, as your browser does`;
  button.addEventListener("click", () => {
    select.value = zone;
    select.focus();
    button.remove();
  });
  return button;
}
