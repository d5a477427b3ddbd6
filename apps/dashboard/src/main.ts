import { showLanguage } from "./layout/choose-language.js";
import { readTheme, showTheme } from "./layout/theme.js";
import { LANGUAGE } from "./texts/language.js";
import { loadTexts } from "./texts/texts.js";
import "./styles/colors.css";
import "./styles/page.css";
import "./styles/components.css";
import "./styles/tables.css";
import "./styles/shell.css";
import "./styles/palette.css";

const container = document.getElementById("dashboard");
if (container === null) throw new Error("index.html has no element for the dashboard");
showTheme(readTheme());
showLanguage();
// Modules keep texts in constants, so they are loaded after the texts. The document preloads them meanwhile.
void loadTexts(LANGUAGE)
  .then(() => import("./start-dashboard.js"))
  .then(({ startDashboard }) => startDashboard(container));
