// Subscribes this browser to push messages, on the page of choices.

const box = document.getElementById("push");
const button = box.querySelector("button");
const told = box.querySelector("[role=status]");

function say(text) {
  told.textContent = text;
}

function bytes(text) {
  const base64 = text.replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

async function store(subscription) {
  return fetch(box.dataset.store, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-CSRFToken": box.querySelector("[name=csrfmiddlewaretoken]").value,
    },
    body: JSON.stringify(subscription),
  });
}

async function subscribe() {
  const permission = await Notification.requestPermission();
  if (permission !== "granted") {
    say("Your browser does not allow it. Its settings for this site can change that.");
    return;
  }
  await navigator.serviceWorker.register(box.dataset.worker);
  const { pushManager } = await navigator.serviceWorker.ready;
  const key = bytes(box.dataset.key);
  // One that was made for another key of the site cannot be used.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const answer = await store(subscription);
  if (answer.ok) location.reload();
  else say((await answer.json()).error);
}

if ("serviceWorker" in navigator && "PushManager" in window) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await subscribe();
    } catch (error) {
      console.warn(error);
      say("It did not work: this browser could not reach its push service. Please try again later.");
    }
    button.disabled = false;
  });
} else {
  say("This browser cannot take push messages. On an iPhone or iPad, add the site to the home screen first.");
}
