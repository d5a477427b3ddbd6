import { guessMapping } from "./mapping/guess-mapping.js";
import { plainName } from "./mapping/known-columns.js";
import { isObjectField } from "./mapping/read-field.js";
import { columnsIn } from "./member-at.js";
import { isGoogleGroup } from "./presets/google-groups.js";
import { VARIANT_OPTIONS } from "./presets/openai.js";
import { recordsOf } from "./presets/presets.js";
import type { RawRow } from "./row.js";

/** Whether cells are column names, one of which is recognized as the SKU. */
export const areKnown = (names: readonly string[]): boolean => nameScore(names) > 1;

/** Objects that are one field, and links and items with their own members in other formats. */
export const isWhole = (name: string, value: unknown): boolean =>
  isObjectField(plainName(name)) || plainName(name) === VARIANT_OPTIONS || isGoogleGroup(plainName(name), value);

/** Scores of products with a price and of products as shops' APIs have them: more than any number of other fields. */
export const PRICED = 10_000;
export const OF_A_SHOP = 2 * PRICED;

/**
 * How much members look like a product: the number of product fields by their names, 0 without a SKU, and more with a
 * price. A product of a shop's API counts most.
 */
export function productScore(members: NonNullable<RawRow["members"]>): number {
  if (recordsOf([{ line: 1, members }], undefined) !== undefined) return OF_A_SHOP;
  return nameScore(columnsIn(members, isWhole));
}

/** The same for the names of columns. */
export function nameScore(names: readonly string[]): number {
  const targets = fieldsOf(names);
  if (!targets.includes("sku")) return 0;
  return targets.length + (targets.some((target) => target === "price" || target === "price_amount") ? PRICED : 0);
}

/** The fields that columns fill by their names. */
function fieldsOf(names: readonly string[]): string[] {
  const given = names.filter((name) => name.trim() !== "");
  return Object.keys(guessMapping(given, {}).mapping);
}
