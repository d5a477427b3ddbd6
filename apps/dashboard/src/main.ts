import { requestEarly } from "./api/early-requests.js";
import { firstRequestsOf } from "./api/first-requests.js";
import { showLanguage } from "./layout/choose-language.js";
import { loadFontLater, showFont } from "./layout/font.js";
import { readTheme, showTheme } from "./layout/theme.js";
import { preloadPage } from "./preload-page.js";
import { loadFirstViewTexts } from "./texts/first-view.js";
import { LANGUAGE } from "./texts/language.js";
import "./styles/font.css";
import "./styles/colors.css";
import "./styles/page.css";
import "./styles/components.css";
import "./styles/tables.css";
import "./styles/shell.css";
import "./styles/palette.css";

const container = document.getElementById("dashboard");
if (container === null) throw new Error("index.html has no element for the dashboard");
// On a slow line, what the first view needs is on its way while the rest of the code still loads.
for (const url of firstRequestsOf(window.location)) requestEarly(url);
preloadPage(window.location.pathname);
showTheme(readTheme());
showFont();
showLanguage();
// Modules keep texts in constants, so they are loaded after the texts. The document preloads them meanwhile.
void loadFirstViewTexts(LANGUAGE)
  .then(() => import("./start-dashboard.js"))
  .then(({ startDashboard }) => startDashboard(container))
  .then(loadFontLater);
