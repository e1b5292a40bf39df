import { keepFresh } from "./refresh.js";

keepFresh(document.getElementById("dashboard"), 60);
