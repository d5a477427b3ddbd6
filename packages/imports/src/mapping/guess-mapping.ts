import type { GivenMapping, ImportMapping, ImportRule } from "@skucast/contracts/imports/mapping";
import { isImportTarget } from "@skucast/contracts/imports/mapping";
import { KNOWN_COLUMNS, plainName } from "./known-columns.js";

/** Columns that are given on the first of several rows alone, and the column in which these rows agree. */
export interface FillDown {
  readonly columns: readonly string[];
  /** Undefined fills however the rows differ. */
  readonly within?: string | undefined;
}

export interface GuessedMapping {
  readonly mapping: ImportMapping;
  readonly fillDown: FillDown;
}

/**
 * Maps columns by the names that products, Google's feeds and shops give them. What was given wins, and what was given
 * as null is not guessed; a column is used once.
 */
export function guessMapping(columns: readonly string[], given: GivenMapping): GuessedMapping {
  const byName = new Map(columns.map((column) => [plainName(column), column]));
  const mapping: GivenMapping = { ...given };
  const used = new Set(Object.values(given).flatMap((rule) => columnOf(rule) ?? []));
  const shop = shopifyColumns(byName);
  for (const [target, names] of KNOWN_COLUMNS) {
    if (isTaken(target, mapping)) continue;
    const column = names.map((name) => byName.get(name)).find((found) => found !== undefined && !used.has(found));
    if (column === undefined) continue;
    mapping[target] = column;
    used.add(column);
  }
  for (const [name, column] of byName) {
    if (name.includes(".") && isImportTarget(name) && !used.has(column) && !(name in given)) mapping[name] = column;
  }
  if (shop) Object.assign(mapping, without(shop.mapping, given));
  const settled = rulesOf(stockSaysAvailability(mapping, given));
  return { mapping: settled, fillDown: shop?.fillDown ?? { columns: [] } };
}

/** A mapping without what is left out. */
export const rulesOf = (given: GivenMapping): ImportMapping =>
  Object.fromEntries(Object.entries(given).flatMap(([target, rule]) => (rule === null ? [] : [[target, rule]])));

export const columnOf = (rule: ImportRule | null): string | undefined => {
  if (rule === null || typeof rule === "string") return rule ?? undefined;
  return "column" in rule ? rule.column : undefined;
};

/** Targets that say the same: a file that gives one of them needs no other. */
const SAME: Readonly<Record<string, string>> = {
  price: "price_amount",
  sale_price: "sale_price_amount",
  cost: "cost_amount",
  image: "image_url",
  inventory_quantity: "stock",
  price_amount: "price",
  sale_price_amount: "sale_price",
  cost_amount: "cost",
  image_url: "image",
};

function isTaken(target: string, mapping: GivenMapping): boolean {
  const same = SAME[target];
  return target in mapping || (same !== undefined && same in mapping);
}

/** A file with a stock count and no availability says by the one what the other is. */
function stockSaysAvailability(mapping: GivenMapping, given: GivenMapping): GivenMapping {
  const { inventory_quantity: quantity, ...rest } = mapping;
  if (quantity === undefined || "inventory_quantity" in given || "availability" in mapping) return mapping;
  return { ...rest, stock: quantity };
}

/** Shopify's product CSV: a product's variants and images are rows that agree in their handle. */
function shopifyColumns(byName: ReadonlyMap<string, string>): GuessedMapping | undefined {
  const [handle, sku] = [byName.get("handle"), byName.get("variant_sku")];
  if (handle === undefined || sku === undefined) return undefined;
  const [body, category, type] = ["body_html", "product_category", "type"].map((name) => byName.get(name));
  const filled = ["title", "body_html", "vendor", "product_category", "type", "tags", "status", "image_src"];
  return {
    mapping: {
      sku,
      item_group_id: handle,
      ...(category === undefined && type !== undefined && { product_category: type }),
      ...(body !== undefined && { description: { column: body, as: "plain_text" as const } }),
    },
    fillDown: { columns: filled.flatMap((name) => byName.get(name) ?? []), within: handle },
  };
}

const without = (mapping: ImportMapping, given: GivenMapping): ImportMapping =>
  Object.fromEntries(Object.entries(mapping).filter(([target]) => !(target in given)));
