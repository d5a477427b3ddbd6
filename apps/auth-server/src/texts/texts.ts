import type { EachLanguage } from "@skucast/contracts/languages";
import { german } from "./de/german.js";
import { english, type Texts } from "./en/english.js";
import { spanish } from "./es/spanish.js";
import { french } from "./fr/french.js";
import { japanese } from "./ja/japanese.js";

export type { Texts } from "./en/english.js";

/** The texts of each language. */
export const TEXTS: EachLanguage<Texts> = { en: english, de: german, fr: french, es: spanish, ja: japanese };
