import type { ImportMapping } from "@skucast/contracts/imports/mapping";
import type { ReferredParents } from "../fill-down.js";
import { isParentOf } from "../is-parent-of.js";
import { plainName } from "../mapping/known-columns.js";
import { columnOf, ruleColumns } from "../mapping/rule-column.js";
import type { RawRow } from "../row.js";
import { cellReader } from "../row-cells.js";
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

/** A column for a parent, as opposed to one for a group, which is no row. */
const OF_A_PARENT = /parent|master|vater|eltern|haupt|padre|principal|\u89aa/;

/**
 * How the rows of variants name the row of their product, if that row is none that is sold. A row that has an option of its
 * own is a product, and so are then all others. If the first rows have no parent with its variants, and `hasMore` rows
 * follow, a column for a parent may find them later.
 */
export function findParents({
  columns,
  rows,
  mapping,
  given,
  preset = "none",
  hasMore,
}: MappedRows & { readonly hasMore: boolean }): ReferredParents | undefined {
  if (preset !== "none" || "row_type" in given || "row_type" in mapping) return undefined;
  const names = parentColumns(mapping);
  if (names === undefined) return undefined;
  const at = cellReader(columns);
  const read = rows.filter(({ isSkipped, fault }) => !isSkipped && fault === undefined);
  const bySku = new Map(read.toReversed().map((row) => [at.text(row, names.sku), row]));
  const families = new Map<RawRow, RawRow[]>();
  for (const row of read) {
    const parent = bySku.get(at.text(row, names.reference));
    if (parent === undefined || parent === row) continue;
    families.set(parent, [...(families.get(parent) ?? []), row]);
  }
  const mayFollow = hasMore && OF_A_PARENT.test(plainName(names.reference));
  if (families.size === 0) return mayFollow ? { ...names, isLate: true } : undefined;
  const areParents = [...families].every(([parent, variants]) => isParentOf({ at, names }, parent, variants));
  return areParents ? names : undefined;
}

/** The columns by which variants name their parents, and those that they take from them; undefined without a reference. */
export function parentColumns(mapping: ImportMapping): ReferredParents | undefined {
  const sku = columnOf(mapping.sku ?? null);
  const reference = columnOf(mapping.item_group_id ?? null);
  if (sku === undefined || reference === undefined || sku === reference) return undefined;
  const columnsFor = (isMeant: (target: string) => boolean): string[] => [
    ...new Set(Object.entries(mapping).flatMap(([target, rule]) => (isMeant(target) ? ruleColumns(rule) : []))),
  ];
  return {
    sku,
    reference,
    options: columnsFor((target) => OPTION.test(target)),
    titles: columnsFor((target) => target === "title"),
    counts: columnsFor((target) => COUNTS.includes(target)),
    columns: columnsFor((target) => FILLED.test(target)),
    prices: columnsFor((target) => PRICES.includes(target)),
    sales: columnsFor((target) => SALES.test(target)),
    published: columnsFor((target) => STATES.test(target)),
  };
}
