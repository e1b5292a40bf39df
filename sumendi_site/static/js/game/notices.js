// Messages above the table. Each has a name, so that a newer one takes the place of the older.

/** Show a message; `action` is { label, href } for a link or { label, run } for a button. */
export function notify(name, text, action = null) {
  clearNotice(name);
  const notice = document.createElement("p");
  notice.className = "message message-warning";
  notice.dataset.notice = name;
  notice.setAttribute("role", "alert");
  notice.append(`${text} `);
  if (action) notice.append(control(name, action));
  document.getElementById("notices").append(notice);
}

export function clearNotice(name) {
  document.querySelector(`#notices [data-notice="${name}"]`)?.remove();
}

/** What the server said when it made the page; it no longer holds once the game went on. */
export function clearServerNotices() {
  for (const notice of document.querySelectorAll("#notices > :not([data-notice])")) notice.remove();
}

function control(name, { label, href, run }) {
  const made = document.createElement(href ? "a" : "button");
  made.textContent = label;
  if (href) {
    made.href = href;
  } else {
    made.type = "button";
    made.className = "link-button";
    made.addEventListener("click", () => {
      clearNotice(name);
      run();
    });
  }
  return made;
}
