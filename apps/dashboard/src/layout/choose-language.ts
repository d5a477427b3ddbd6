import { DIRECTION, LANGUAGE, type Language, STORAGE_KEY } from "../texts/language.js";

/** Keeps the choice and loads the dashboard again in that language. */
export function chooseLanguage(language: Language | "system"): void {
  if (language === "system") localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, language);
  window.location.reload();
}

/** Tells the browser and screen readers the language and direction of the page. */
export function showLanguage(): void {
  document.documentElement.lang = LANGUAGE;
  document.documentElement.dir = DIRECTION;
}
