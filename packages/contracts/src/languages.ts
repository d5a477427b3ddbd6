/** The languages of pages and mails, each by its own name. The first is the default. */
export const LANGUAGE_NAMES = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  ja: "日本語",
} as const;

export type Language = keyof typeof LANGUAGE_NAMES;

// Object.keys does not keep the type of the keys.
export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as readonly Language[];

export const DEFAULT_LANGUAGE: Language = "en";

/** The language of a stored or received value; null for none, or for one that this version does not have. */
export const languageOf = (value: unknown): Language | null => LANGUAGES.find((language) => language === value) ?? null;

/** Something for each language. */
export type EachLanguage<T> = Readonly<Record<Language, T>>;

/** Calls a function for each language. */
export const inEachLanguage = <T>(write: (language: Language) => T): EachLanguage<T> =>
  // Object.fromEntries does not keep the type of the keys.
  Object.fromEntries(LANGUAGES.map((language) => [language, write(language)])) as EachLanguage<T>;

/**
 * The form of texts without their words: the same keys, functions with the same parameters, and markup of the type
 * `Markup` as it is. Every language is checked against the form of the English texts, so a missing or unknown key fails
 * the build.
 */
export type TextsLike<T, Markup = never> = T extends string
  ? string
  : T extends Markup
    ? Markup
    : T extends (...parameters: infer Parameters) => infer Written
      ? (...parameters: Parameters) => TextsLike<Written, Markup>
      : { readonly [Key in keyof T]: TextsLike<T[Key], Markup> };

/** The cookie with the language that was chosen in a browser. The pages of every app of the origin read it. */
export const LANGUAGE_COOKIE = "skc_language";
