// Clocks count down in the page, by the server's time.

const URGENT = 24 * 3600;

/** The two units that matter: 6 d 04 h, 5 h 12 m, 12 m 30 s. As games/presenters/clocks.py. */
export function short(seconds) {
  const left = Math.max(0, Math.floor(seconds));
  const two = (number) => String(number).padStart(2, "0");
  const days = Math.floor(left / 86400);
  const hours = Math.floor(left / 3600) % 24;
  const minutes = Math.floor(left / 60) % 60;
  if (days > 0) return `${days} d ${two(hours)} h`;
  if (hours > 0) return `${hours} h ${two(minutes)} m`;
  return `${minutes} m ${two(left % 60)} s`;
}

/** Update each clock that runs; `serverNow` is the instant at which the page was made. */
export function keepTime(root, serverNow) {
  const ahead = Date.parse(serverNow) - Date.now();
  const update = () => {
    for (const clock of root.querySelectorAll("[data-deadline]")) {
      const seconds = (Date.parse(clock.dateTime) - Date.now() - ahead) / 1000;
      clock.textContent = short(seconds);
      clock.classList.toggle("clock-low", seconds < URGENT);
    }
  };
  update();
  return setInterval(update, 1000);
}
