import type { EachLanguage, TextsLike } from "@skucast/contracts/languages";
import { english } from "./english.js";
import { french } from "./french.js";
import { german } from "./german.js";
import { japanese } from "./japanese.js";
import { spanish } from "./spanish.js";

/** The mails about webhook endpoints, the summary of an hour, and what follows every mail about a problem. */
export type DispatcherTexts = TextsLike<typeof english>;

export const DISPATCHER_TEXTS: EachLanguage<DispatcherTexts> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  ja: japanese,
};
