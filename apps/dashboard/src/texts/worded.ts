import type { ServiceTexts } from "../service-messages/service-texts.js";
import type { english } from "./en/english.js";
import type { firstView } from "./en/first-view.js";
import type { Plural } from "./plural.js";

interface WithService {
  /** What the service writes in English; null for English. */
  readonly service: ServiceTexts | null;
}

/** All texts of the dashboard in one language. */
export type Texts = Worded<typeof english> & WithService;

/** The part of them that the first view of a page shows. */
export type FirstViewTexts = Worded<typeof firstView> & WithService;

/**
 * The form of texts without their words: the same keys, and functions with the same parameters. Every language is checked
 * against the form of the English texts, so a missing or unknown key fails the build.
 */
type Worded<T> = T extends string
  ? string
  : T extends (...parameters: infer Parameters) => string
    ? (...parameters: Parameters) => string
    : T extends { readonly one: string; readonly other: string }
      ? Plural
      : { readonly [Key in keyof T]: Worded<T[Key]> };
