import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { Cell, StoredProduct } from "./cell.js";
import { type RowIssue, warning } from "./issue.js";
import { optionsOf, otherOptionsFor } from "./variant-options.js";

/** Fields that distinguish the variants of a group, in addition to their options. */
const DISTINGUISHING = ["color", "size", "material", "pattern", "gender", "age_group"];

/** What a row says about its variant, to compare it with the others of its group. */
export interface Variant {
  /** The group that the row names. */
  readonly group: string;
  /** Whether the row has a value that can distinguish the variant from the others of its group. */
  readonly isDistinguished: boolean;
  /** Whether the channel has no column for one of its options. */
  readonly hasUnpublished: boolean;
  /** Equal for variants that a shopper cannot distinguish; undefined when the product has no options and no such fields. */
  readonly key: string | undefined;
}

interface CheckedVariant {
  readonly variant?: Variant;
  readonly issue?: RowIssue;
}

/** Reads the variant from a product's final row, and checks that all its options are in the row. */
export type CheckVariant = (cells: readonly Cell[], product: StoredProduct) => CheckedVariant;

export function variantCheckFor(columns: readonly Column[]): CheckVariant {
  const group = columns.findIndex(({ from, type }) => from === "item_group_id" && type === "text");
  const title = columns.findIndex(({ from }) => from === "title");
  const places = columns.flatMap(({ from = "" }, place) =>
    DISTINGUISHING.includes(from) || from === "variant_options" ? [place] : [],
  );
  const takesAll = columns.some(
    ({ from, type, place }) => from === "variant_options" && type !== "option_value" && place === undefined,
  );
  const optionColumnCount = columns.filter(({ type }) => type === "option_value").length;
  const { name = "" } = columns[group] ?? {};
  const otherOptions = otherOptionsFor(columns);
  return (cells, product) => {
    if (cells[group] === undefined) return {};
    const unpublished = takesAll ? [] : otherOptions(product).slice(optionColumnCount);
    const variant = {
      group: String(cells[group]),
      isDistinguished: unpublished.length > 0 || places.some((place) => cells[place] !== undefined),
      hasUnpublished: unpublished.length > 0,
      key: variantKeyOf(product),
    };
    const missing = unpublished.filter(([, value]) => !String(cells[title]).includes(value));
    if (missing.length === 0) return { variant };
    const names = missing.map(([option]) => option).join(", ");
    const message = `the channel has no column for ${names}, and the title does not contain it`;
    return { variant, issue: warning("option_not_published", name, message) };
  };
}

/** Shoppers take names that differ only in case, such as Red and red, for the same. */
function variantKeyOf(product: StoredProduct): string | undefined {
  const fields = DISTINGUISHING.map((field) => product[field] ?? null);
  const options = optionsOf(product).map((option) => option.map(inOneCase));
  if (options.length === 0 && fields.every((field) => field === null)) return undefined;
  const values = fields.map((value) => (typeof value === "string" ? inOneCase(value) : value));
  const sorted = options.sort(([a = ""], [b = ""]) => (a < b ? -1 : 1));
  return JSON.stringify([product.item_group_id, values, sorted]);
}

const inOneCase = (text: string): string => text.trim().toLowerCase();
