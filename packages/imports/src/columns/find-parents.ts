import type { ReferredParents } from "../fill-down.js";
import { columnOf, ruleColumns } from "../mapping/rule-column.js";
import type { RawRow } from "../row.js";
import { cleaned } from "../values/cleaned.js";
import type { MappedRows } from "./mapped-rows.js";

/** What distinguishes the variants of a product. */
const OPTION = /^(?:color|size|options|variant_options(?:\..+)?|option_value(?:#.*)?)$/;
/** What a variant takes from its parent. */
const FILLED =
  /^(?:title|description|brand|product_category|price_currency|image|image_url|additional_image_urls|condition|gender|age_group|material)$/;
const PRICES = ["price", "price_amount"];
const SALES =
  /^(?:sale_price|sale_price_amount|compare_at_price|sale_price_starts_at|sale_price_ends_at|sale_period|on_sale)$/;
const COUNTS = ["stock", "inventory_quantity"];
const STATES = /^(?:status|published)(?:#.*)?$/;

/**
 * How the rows of variants name the row of their product, if that row is none that is sold: it has no option, while its
 * variants have, or variants leave their title or price to it, or its stock is the sum of theirs. A row that has an option of
 * its own is a product, and so are then all others.
 */
export function findParents({
  columns,
  rows,
  mapping,
  given,
  preset = "none",
}: MappedRows): ReferredParents | undefined {
  const sku = columnOf(mapping.sku ?? null);
  const reference = columnOf(mapping.item_group_id ?? null);
  if (preset !== "none" || "row_type" in given || "row_type" in mapping) return undefined;
  if (sku === undefined || reference === undefined || sku === reference) return undefined;
  const columnsFor = (isMeant: (target: string) => boolean): string[] => [
    ...new Set(Object.entries(mapping).flatMap(([target, rule]) => (isMeant(target) ? ruleColumns(rule) : []))),
  ];
  const options = columnsFor((target) => OPTION.test(target));
  const needed = [["title"], PRICES].map((targets) => columnsFor((target) => targets.includes(target)));
  const counts = columnsFor((target) => COUNTS.includes(target));
  const textIn = ({ cells = [] }: RawRow, column: string): string => cleaned(cells[columns.indexOf(column)] ?? "");
  const hasAny = (row: RawRow, some: readonly string[]): boolean => some.some((column) => textIn(row, column) !== "");
  const read = rows.filter(({ cells, isSkipped, fault }) => cells !== undefined && !isSkipped && fault === undefined);
  const bySku = new Map(read.toReversed().map((row) => [textIn(row, sku), row]));
  const families = new Map<RawRow, RawRow[]>();
  for (const row of read) {
    const parent = bySku.get(textIn(row, reference));
    if (parent === undefined || parent === row) continue;
    families.set(parent, [...(families.get(parent) ?? []), row]);
  }
  const stockOf = (row: RawRow): number =>
    Number(counts.map((column) => textIn(row, column)).find((text) => text !== ""));
  const isNoProduct = ([parent, variants]: readonly [RawRow, readonly RawRow[]]): boolean =>
    (options.length > 0 && variants.every((variant) => hasAny(variant, options))) ||
    needed.some((some) => hasAny(parent, some) && variants.some((variant) => !hasAny(variant, some))) ||
    (variants.length > 1 &&
      stockOf(parent) > 0 &&
      stockOf(parent) === variants.reduce((sum, variant) => sum + stockOf(variant), 0));
  const found = [...families];
  // A row with a parent is a variant itself, also if it names itself.
  const isSold = found.some(([parent]) => hasAny(parent, [reference, ...options]));
  if (found.length === 0 || isSold || !found.every(isNoProduct)) return undefined;
  return {
    sku,
    reference,
    options,
    columns: columnsFor((target) => FILLED.test(target)),
    prices: columnsFor((target) => PRICES.includes(target)),
    sales: columnsFor((target) => SALES.test(target)),
    published: columnsFor((target) => STATES.test(target)),
  };
}
