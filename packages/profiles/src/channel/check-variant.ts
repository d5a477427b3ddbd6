import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { Cell, StoredProduct } from "./cell.js";
import { type RowIssue, warning } from "./issue.js";
import { optionsOf, otherOptions } from "./variant-options.js";

/** Fields that distinguish the variants of a group, in addition to their options. */
const DISTINGUISHING = ["color", "size", "material", "pattern", "gender", "age_group"];

/** Checks the final row of a variant; undefined when a shopper can distinguish it from the others of its group. */
export type CheckVariant = (cells: readonly Cell[], product: StoredProduct) => RowIssue | undefined;

export function variantCheckFor(columns: readonly Column[]): CheckVariant {
  const group = columns.findIndex(({ from, type }) => from === "item_group_id" && type === "text");
  const title = columns.findIndex(({ from }) => from === "title");
  const places = columns.flatMap(({ from = "" }, place) => (DISTINGUISHING.includes(from) ? [place] : []));
  const optionPlaces = columns.flatMap(({ from }, place) => (from === "variant_options" ? [place] : []));
  const takesAll = columns.some(
    ({ from, type, place }) => from === "variant_options" && type !== "option_value" && place === undefined,
  );
  const optionColumnCount = columns.filter(({ type }) => type === "option_value").length;
  const { name = "" } = columns[group] ?? {};
  return (cells, product) => {
    if (cells[group] === undefined) return undefined;
    const unpublished = takesAll ? [] : otherOptions(product, columns).slice(optionColumnCount);
    const missing = unpublished.filter(([, value]) => !String(cells[title]).includes(value));
    if (missing.length > 0) {
      const names = missing.map(([option]) => option).join(", ");
      return warning(
        "option_not_published",
        name,
        `the channel has no column for ${names}, and the title does not contain it`,
      );
    }
    const isDistinguished = [...places, ...optionPlaces].some((place) => cells[place] !== undefined);
    if (isDistinguished || unpublished.length > 0) return undefined;
    return warning(
      "variant_not_distinguished",
      name,
      "nothing in the row distinguishes the variant from the others of its group",
    );
  };
}

/** A key that is equal for two variants that a shopper cannot distinguish; undefined when the product has no such key. */
export function variantKeyOf(product: StoredProduct): string | undefined {
  if (product.item_group_id === undefined) return undefined;
  const fields = DISTINGUISHING.map((field) => product[field] ?? null);
  const options = optionsOf(product);
  if (options.length === 0 && fields.every((field) => field === null)) return undefined;
  return JSON.stringify([product.item_group_id, fields, [...options].sort(([a], [b]) => (a < b ? -1 : 1))]);
}
