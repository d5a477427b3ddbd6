import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { Cell, StoredProduct } from "./cell.js";
import { type RowIssue, warning } from "./issue.js";
import { optionsOf, otherOptions } from "./variant-options.js";

/** What tells the variants of a group apart besides their options. */
const TELLING = ["color", "size", "material", "pattern", "gender", "age_group"];

/** Looks at the row of a variant, whatever made its cells; undefined when a shopper can tell it from others of its group. */
export type CheckVariant = (cells: readonly Cell[], product: StoredProduct) => RowIssue | undefined;

export function variantCheckFor(columns: readonly Column[]): CheckVariant {
  const group = columns.findIndex(({ from, type }) => from === "item_group_id" && type === "text");
  const title = columns.findIndex(({ from }) => from === "title");
  const places = columns.flatMap(({ from = "" }, place) => (TELLING.includes(from) ? [place] : []));
  const optionPlaces = columns.flatMap(({ from }, place) => (from === "variant_options" ? [place] : []));
  const takesAll = columns.some(
    ({ from, type, place }) => from === "variant_options" && type !== "option_value" && place === undefined,
  );
  const room = columns.filter(({ type }) => type === "option_value").length;
  const { name = "" } = columns[group] ?? {};
  return (cells, product) => {
    if (cells[group] === undefined) return undefined;
    const lost = takesAll ? [] : otherOptions(product, columns).slice(room);
    const unseen = lost.filter(([, value]) => !String(cells[title]).includes(value));
    if (unseen.length > 0) {
      const names = unseen.map(([option]) => option).join(", ");
      return warning(
        "option_not_published",
        name,
        `the channel has no column for ${names}, and the title does not say it`,
      );
    }
    const isTold = [...places, ...optionPlaces].some((place) => cells[place] !== undefined);
    if (isTold || lost.length > 0) return undefined;
    return warning("variant_not_distinguished", name, "nothing in the row tells the variant from others of its group");
  };
}

/** What two variants of a group have in common when a shopper cannot tell them apart; undefined for all other products. */
export function variantKeyOf(product: StoredProduct): string | undefined {
  if (product.item_group_id === undefined) return undefined;
  const fields = TELLING.map((field) => product[field] ?? null);
  const options = optionsOf(product);
  if (options.length === 0 && fields.every((field) => field === null)) return undefined;
  return JSON.stringify([product.item_group_id, fields, [...options].sort(([a], [b]) => (a < b ? -1 : 1))]);
}
