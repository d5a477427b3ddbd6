import type { EachLanguage } from "@skucast/contracts/languages";
import { english, type ImportTexts } from "./english.js";
import { french } from "./french.js";
import { german } from "./german.js";
import { japanese } from "./japanese.js";
import { spanish } from "./spanish.js";

export const IMPORT_TEXTS: EachLanguage<ImportTexts> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  ja: japanese,
};
