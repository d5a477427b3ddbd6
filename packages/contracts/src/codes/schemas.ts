import { z } from "zod";
import { nearest } from "../nearest.js";
import { COUNTRIES } from "./countries.js";
import { CURRENCY_DECIMALS } from "./currencies.js";

const CURRENCIES = [...CURRENCY_DECIMALS.keys()];

/** ISO 4217 code of an active currency; any case is accepted, upper case is stored. */
export const currencySchema = z
  .string()
  .toUpperCase()
  .refine((code) => CURRENCY_DECIMALS.has(code), {
    error: (issue) => {
      const near = nearest(String(issue.input), CURRENCIES);
      return `must be an active ISO 4217 currency code such as USD${near ? `; did you mean ${near}?` : ""}`;
    },
    params: { code: "not_allowed" },
  })
  .meta({ examples: ["USD"] });

/** ISO 3166-1 alpha-2 code; any case is accepted, upper case is stored. */
export const countrySchema = z
  .string()
  .toUpperCase()
  .refine((code) => COUNTRIES.has(code), {
    error: (issue) =>
      issue.input === "UK"
        ? "must be an ISO 3166-1 alpha-2 country code; did you mean GB?"
        : "must be an ISO 3166-1 alpha-2 country code such as DE",
    params: { code: "not_allowed" },
  })
  .meta({ examples: ["DE"] });

/** BCP 47 language tag (RFC 5646), stored in canonical form. */
export const languageSchema = z
  .string()
  .max(35)
  .refine(isLanguageTag, {
    error: "must be a BCP 47 language tag such as en or de-CH, and not the name of a language",
    params: { code: "not_allowed" },
  })
  .overwrite((tag) => (isLanguageTag(tag) ? (Intl.getCanonicalLocales(tag)[0] ?? tag) : tag))
  .meta({ examples: ["en", "de-CH"] });

/** The canonical form of a language tag, which may have underscores (`pt_br`); any other text as it is. */
export function canonicalLanguage(text: string): string {
  const parsed = languageSchema.safeParse(text.replaceAll("_", "-"));
  return parsed.success ? parsed.data : text;
}

/** The language of a tag has two or three letters: longer ones are reserved and not in use, so `english` is a name. */
const LANGUAGE_PART = /^[a-z]{2,3}(-|$)/i;

function isLanguageTag(tag: string): boolean {
  if (!LANGUAGE_PART.test(tag)) return false;
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** IANA time zone name. */
export const timeZoneSchema = z
  .string()
  .max(64)
  .refine(isTimeZone, { error: "must be an IANA time zone such as Europe/Berlin", params: { code: "not_allowed" } })
  .meta({ examples: ["Europe/Berlin"] });

function isTimeZone(name: string): boolean {
  // Intl also accepts offsets such as +02:00, but these have no daylight saving time.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
