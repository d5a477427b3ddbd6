import { LOCALE } from "./language.js";

/** The forms of a noun by category of the language's plural rules. `other` is used for categories without a form. */
export type Plural = { readonly other: string } & Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;

const rules = new Intl.PluralRules(LOCALE);

/** The form for a count in the language of the page, or by other rules. */
export const pluralForm = (count: number, forms: Plural, by: Intl.PluralRules = rules): string =>
  forms[by.select(count)] ?? forms.other;
