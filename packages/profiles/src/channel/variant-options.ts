import type { Column } from "@skucast/contracts/channel-profiles/column";
import { memberOf, type StoredProduct } from "./cell.js";

/** Names of options that have a product field of their own. */
const FIELDS: ReadonlyMap<string, string> = new Map([
  ["color", "color"],
  ["colour", "color"],
  ["size", "size"],
  ["material", "material"],
  ["pattern", "pattern"],
]);

type Option = readonly [name: string, value: string];

/** The field that an option fills if the product has no value in it; undefined if there is no such field. */
export const fieldOfOption = (name: string): string | undefined => FIELDS.get(name.trim().toLowerCase());

/** The options of a product, in their order. */
export function optionsOf({ variant_options }: StoredProduct): readonly Option[] {
  if (typeof variant_options !== "object" || variant_options === null) return [];
  return Object.entries(variant_options).map(([name, value]): Option => [name, String(value)]);
}

/** The product with empty fields filled from its options, so that a color is found in both places. */
export function withOptionFields(product: StoredProduct): StoredProduct {
  if (product.variant_options === undefined) return product;
  const filled = optionsOf(product).flatMap(([name, value]): [string, string][] => {
    const field = fieldOfOption(name);
    return field === undefined || product[field] !== undefined ? [] : [[field, value]];
  });
  return filled.length === 0 ? product : { ...product, ...Object.fromEntries(filled) };
}

/** Returns the options of a product without a column of their own. */
export type OtherOptions = (product: StoredProduct) => readonly Option[];

/** Finds the options that have no column of their own among `columns`, or whose column has another value. */
export function otherOptionsFor(columns: readonly Column[]): OtherOptions {
  const fields = new Set(columns.map(({ from }) => from));
  return (product) =>
    optionsOf(product).filter(([name, option]) => {
      const field = fieldOfOption(name);
      return field === undefined || !fields.has(field) || !hasOption(product, option, field);
    });
}

/** Whether a field says what an option does: in the same words, more closely, or in another language. */
function hasOption(product: StoredProduct, option: string, field: string): boolean {
  const { translations } = product;
  const value = product[field];
  if (String(value).toLowerCase().includes(option.trim().toLowerCase())) return true;
  if (typeof translations !== "object" || translations === null) return false;
  return Object.values(translations).some((translation) => memberOf(translation, field) === value);
}
