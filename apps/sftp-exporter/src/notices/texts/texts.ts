import type { EachLanguage, TextsLike } from "@skucast/contracts/languages";
import { english } from "./english.js";
import { french } from "./french.js";
import { german } from "./german.js";
import { japanese } from "./japanese.js";
import { spanish } from "./spanish.js";

/** The mails about runs and deliveries, in one language. */
export type RunTexts = TextsLike<typeof english>;

export const RUN_TEXTS: EachLanguage<RunTexts> = { en: english, de: german, fr: french, es: spanish, ja: japanese };
