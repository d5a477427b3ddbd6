import { LANGUAGE_COOKIE, LANGUAGES, type Language as ListedLanguage } from "@skucast/contracts/languages";

/** English, longer and from right to left. Only for development and tests: no menu lists it, no browser asks for it. */
export const PSEUDO_LANGUAGE = "en-XB";

export type { Language as ListedLanguage } from "@skucast/contracts/languages";

export type Language = ListedLanguage | typeof PSEUDO_LANGUAGE;

/** Under which a browser keeps the choice, next to the cookie that the sign-in pages read. */
export const STORAGE_KEY = "skucast.language";

/** The language that the user chose in this browser, here or on the sign-in page; `system` follows the browser. */
export function readLanguage(): Language | "system" {
  const stored = globalThis.localStorage?.getItem(STORAGE_KEY);
  return stored === PSEUDO_LANGUAGE ? PSEUDO_LANGUAGE : (listed(stored) ?? listed(readCookie()) ?? "system");
}

/** A language of the menu; undefined for any other. */
export const listed = (value: string | null | undefined): ListedLanguage | undefined =>
  LANGUAGES.find((language) => language === value);

function readCookie(): string | undefined {
  const start = `${LANGUAGE_COOKIE}=`;
  // Programs without a page load this module too, and their types have no document.
  const { cookie = "" } = (Reflect.get(globalThis, "document") ?? {}) as { readonly cookie?: string };
  const pair = cookie.split("; ").find((each) => each.startsWith(start));
  return pair?.slice(start.length);
}

/** The chosen language or, if none was chosen, the first of the browser's languages that the dashboard has. */
export function languageFor(chosen: Language | "system", preferred: readonly string[]): Language {
  if (chosen !== "system") return chosen;
  const spoken = preferred.map(baseOf);
  return spoken.flatMap((base) => LANGUAGES.filter((language) => language === base))[0] ?? "en";
}

/**
 * The locale of dates, numbers and prices: the browser's own for the language (`de-AT`), or else the language in the
 * user's region (`en-NL`), whose formats they are used to.
 */
export function localeFor(language: Language, preferred: readonly string[]): string {
  const base = baseOf(language);
  const own = preferred.find((locale) => baseOf(locale) === base);
  if (own !== undefined) return own;
  const region = preferred.map((locale) => partsOf(locale)?.region).find((each) => each !== undefined);
  const regional = `${base}-${region}`;
  return region !== undefined && hasFormats(regional) ? regional : base;
}

/** Whether there are formats of the language in the region, and not only those of the language. */
const hasFormats = (locale: string): boolean => new Intl.DateTimeFormat(locale).resolvedOptions().locale === locale;

const baseOf = (locale: string): string => partsOf(locale)?.language ?? "";

/** Null for what is not a locale: a browser's list can contain anything. */
function partsOf(locale: string): Intl.Locale | null {
  try {
    return new Intl.Locale(locale);
  } catch {
    return null;
  }
}

const PREFERRED: readonly string[] = globalThis.navigator?.languages ?? [];

/** The language of this page. A change takes effect when the page is loaded again. */
export const LANGUAGE: Language = languageFor(readLanguage(), PREFERRED);
export const LOCALE: string = localeFor(LANGUAGE, PREFERRED);
export const DIRECTION: "ltr" | "rtl" = LANGUAGE === PSEUDO_LANGUAGE ? "rtl" : "ltr";
