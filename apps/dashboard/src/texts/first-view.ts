import { firstView } from "./en/first-view.js";
import { type Language, PSEUDO_LANGUAGE } from "./language.js";
import type { FirstViewTexts } from "./worded.js";

const ENGLISH: FirstViewTexts = { ...firstView, service: null };

/** The texts that the first view shows. English is always there; another language is loaded before the dashboard starts. */
export let texts: FirstViewTexts = ENGLISH;

const LOADERS: Readonly<Record<Language, () => Promise<FirstViewTexts>>> = {
  en: async () => ENGLISH,
  de: async () => (await import("./de/first-view.js")).firstView,
  fr: async () => (await import("./fr/first-view.js")).firstView,
  es: async () => (await import("./es/first-view.js")).firstView,
  ja: async () => (await import("./ja/first-view.js")).firstView,
  [PSEUDO_LANGUAGE]: async () => (await import("./pseudo/first-view.js")).firstView,
};

/** Replaces the texts. Modules read them when they are loaded, so this comes before all others. */
export async function loadFirstViewTexts(language: Language): Promise<void> {
  texts = await LOADERS[language]();
}
