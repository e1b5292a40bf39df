import { keepFresh } from "./refresh.js";

const lists = document.getElementById("lobby-lists");
const hasOwnOffers = () => lists.querySelector("#own-offers-title") !== null;
let had = hasOwnOffers();

// "Your offer is open" goes with the offer.
function clearMessages() {
  const has = hasOwnOffers();
  if (had && !has) document.querySelector(".messages")?.remove();
  had = has;
}

keepFresh(lists, 10);
new MutationObserver(clearMessages).observe(lists, { childList: true });
