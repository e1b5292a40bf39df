// Shows push messages, also while no page of the site is open.

self.addEventListener("push", (event) => {
  const { title, body, url, tag } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { url } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(new URL(event.notification.data.url, self.location.origin)));
});

// The page, if it is open already; else a new one. Never another site's.
async function show(url) {
  if (url.origin !== self.location.origin) return;
  const pages = await self.clients.matchAll({ type: "window" });
  const open = pages.find((page) => page.url.split("#")[0] === url.href);
  await (open ? open.focus() : self.clients.openWindow(url));
}
