import { english } from "./en/english.js";
import { loadFirstViewTexts } from "./first-view.js";
import { type Language, PSEUDO_LANGUAGE } from "./language.js";
import type { Texts } from "./worded.js";

/**
 * All texts in the page's language. English is always there; another language is loaded before code that needs it. The
 * modules of the first view read `first-view.ts` instead, so that they do not wait for the texts of all other pages.
 */
export let texts: Texts = { ...english, service: null };

const ENGLISH = texts;

/** Where the texts come from. Languages other than English are in files of their own that only their users load. */
const LOADERS: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: async () => ENGLISH,
  de: async () => (await import("./de/german.js")).german,
  fr: async () => (await import("./fr/french.js")).french,
  es: async () => (await import("./es/spanish.js")).spanish,
  ja: async () => (await import("./ja/japanese.js")).japanese,
  [PSEUDO_LANGUAGE]: async () => (await import("./pseudo/pseudo.js")).pseudo,
};

/** Replaces the texts. Modules read them when they are loaded, so this comes before the modules that show them. */
export async function loadTexts(language: Language): Promise<void> {
  await loadFirstViewTexts(language);
  texts = await LOADERS[language]();
}
