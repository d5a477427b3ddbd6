import type { ColumnNames } from "../presets/preset.js";
import { plainName } from "./known-columns.js";

/** Words that a shop writes before the names of all fields of a product: `product_price`. */
const PREFIX = /^(?:product|item|variant|article|artikel|produkt|produit|producto|prodotto)_(.+)$/;
/** From this number on, the word before the name is the file's convention. */
const PREFIXED_MIN = 3;

/** The languages in the names of columns, as a pattern. */
export const LANGUAGES = "en|de|fr|es|it|nl|pt|ja|pl|cs|sv|da|fi|no";
const LOCALE_LAST = new RegExp(`^(.+?)_(?:${LANGUAGES})(?:_[a-z]{2})?$`);
const LOCALE_FIRST = new RegExp(`^(?:${LANGUAGES})_(.+)$`);
/** What distinguishes two texts of a product. */
const LENGTH = /^(title|name|description)_(?:long|short)$/;

/**
 * Columns by names that resemble theirs, for fields that no column has by its own name: without a word that stands before
 * all names (`product_price`), and without a language (`name(en-gb)`, `NL_Title_Long`). The first of several columns counts.
 */
export function similarNames(columns: readonly string[]): ColumnNames {
  const names = columns.map((column) => [plainName(column), column] as const);
  const isPrefixed = names.filter(([name]) => PREFIX.test(name)).length >= PREFIXED_MIN;
  const similar = new Map<string, string>();
  for (const [name, column] of names) {
    const bare = isPrefixed ? (PREFIX.exec(name)?.[1] ?? name) : name;
    const untranslated = LOCALE_LAST.exec(bare)?.[1] ?? LOCALE_FIRST.exec(bare)?.[1] ?? bare;
    const found = LENGTH.exec(untranslated)?.[1] ?? untranslated;
    if (found !== name && !similar.has(found)) similar.set(found, column);
  }
  return similar;
}
