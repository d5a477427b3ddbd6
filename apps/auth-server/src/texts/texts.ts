import type { EachLanguage, TextsLike } from "@skucast/contracts/languages";
import type { Html } from "../pages/html.js";
import { german } from "./de/german.js";
import { english } from "./en/english.js";
import { spanish } from "./es/spanish.js";
import { french } from "./fr/french.js";
import { japanese } from "./ja/japanese.js";

/** What the pages and mails say, in one language. */
export type Texts = TextsLike<typeof english, Html>;

/** The texts of each language. */
export const TEXTS: EachLanguage<Texts> = { en: english, de: german, fr: french, es: spanish, ja: japanese };
