import { keepFresh } from "./refresh.js";

keepFresh(document.getElementById("tournament"), 60);
