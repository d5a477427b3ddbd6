import type { ServiceTexts } from "../service-messages/service-texts.js";
import type { english } from "./en/english.js";
import type { Plural } from "./plural.js";

/** All texts of the dashboard in one language. */
export type Texts = Worded<typeof english> & {
  /** What the service writes in English; null for English. */
  readonly service: ServiceTexts | null;
};

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
