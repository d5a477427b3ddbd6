import type { EachLanguage } from "@skucast/contracts/languages";
import { english, type RunTexts } from "./english.js";
import { french } from "./french.js";
import { german } from "./german.js";
import { japanese } from "./japanese.js";
import { spanish } from "./spanish.js";

export const RUN_TEXTS: EachLanguage<RunTexts> = { en: english, de: german, fr: french, es: spanish, ja: japanese };
