import { keepFresh } from "./refresh.js";

keepFresh(document.getElementById("lobby-lists"), 10);
