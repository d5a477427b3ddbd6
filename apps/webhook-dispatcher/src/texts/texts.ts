import type { EachLanguage } from "@skucast/contracts/languages";
import { type DispatcherTexts, english } from "./english.js";
import { french } from "./french.js";
import { german } from "./german.js";
import { japanese } from "./japanese.js";
import { spanish } from "./spanish.js";

export const DISPATCHER_TEXTS: EachLanguage<DispatcherTexts> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  ja: japanese,
};
