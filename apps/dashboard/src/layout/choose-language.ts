import { LANGUAGE_COOKIE } from "@skucast/contracts/languages";
import { DIRECTION, LANGUAGE, type ListedLanguage, STORAGE_KEY } from "../texts/language.js";

const YEAR_SECONDS = 365 * 24 * 3600;

/** Keeps the choice in this browser, for the dashboard and the sign-in pages. It takes effect when a page is loaded. */
export function keepLanguage(language: ListedLanguage | "system"): void {
  if (language === "system") localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, language);
  const isSecure = window.location.protocol === "https:";
  const [value, seconds] = language === "system" ? ["", 0] : [language, YEAR_SECONDS];
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API.
  document.cookie = `${LANGUAGE_COOKIE}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}

/** Tells the browser and screen readers the language and direction of the page. */
export function showLanguage(): void {
  document.documentElement.lang = LANGUAGE;
  document.documentElement.dir = DIRECTION;
}
