import type { EachLanguage, TextsLike } from "@skucast/contracts/languages";
import { english } from "./english.js";
import { french } from "./french.js";
import { german } from "./german.js";
import { japanese } from "./japanese.js";
import { spanish } from "./spanish.js";

/** The mails about imports and sources, in one language. */
export type ImportTexts = TextsLike<typeof english>;

export const IMPORT_TEXTS: EachLanguage<ImportTexts> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  ja: japanese,
};
