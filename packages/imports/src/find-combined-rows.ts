import { canonicalLanguage } from "@skucast/contracts/codes/schemas";
import { textReader } from "./combine-rows.js";
import type { CombinedRows } from "./combined-rows.js";
import { FileFault } from "./file-fault.js";
import { hasHeader } from "./formats.js";
import type { ImportPlan } from "./import-plan.js";
import { plainName } from "./mapping/known-columns.js";
import { LOCALE_COLUMNS } from "./mapping/locale-columns.js";
import { columnOf } from "./mapping/rule-column.js";
import { columnsIn as memberNames } from "./member-at.js";
import { presetNamed } from "./presets/presets.js";
import { isWhole } from "./recognize-product.js";
import type { RawRow } from "./row.js";

const WAREHOUSES =
  /^(?:warehouse|source_code|warehouse_(?:code|name|id)|(?:stock_|inventory_)?location|location_(?:code|name|id)|lager|lagerort|entrepot|almacen|magazzino|magazijn|magazyn|倉庫|倉庫名)$/;
const OF_IMAGES = /^(?:image_)?(?:position|alt|alt_text|type|sort_order|order)$/;

type Plan = Pick<ImportPlan, "format" | "columns" | "mapping" | "preset" | "fill_down" | "requested">;

/**
 * The columns by which rows with the same SKU differ: those that are named, otherwise those that the first rows show.
 * Undefined if each row is a product. A shop's own form comes first.
 */
export function findCombinedRows(
  plan: Plan,
  named: string | undefined,
  rows: readonly RawRow[],
): CombinedRows | undefined {
  if (named === "none") return undefined;
  const found = named === undefined ? differingColumns(plan, rows) : columnsIn(named, plan);
  return found && withOwn(found, plan, rows[0]);
}

/** Whether rows may be combined that are not yet known to belong together. */
export const mayCombine = (plan: Plan, named: string | undefined): boolean => named === undefined && !hasOwnForm(plan);

/** The same, from the columns by which rows with the same SKU were found to differ. */
export function combinedBy(plan: Plan, differences: Differences, first: RawRow | undefined): CombinedRows | undefined {
  const found = combiningColumns(plan, differences);
  return found && withOwn(found, plan, first);
}

/** Whether a column, by its name, says of which locale or warehouse a row is, so that a product may have several rows. */
export const namesSeveralRows = (plan: Pick<Plan, "columns" | "preset" | "fill_down">): boolean =>
  !hasOwnForm(plan) && plan.columns.map(plainName).some((name) => LOCALE_COLUMNS.test(name) || WAREHOUSES.test(name));

/** The column with the language of each row; undefined if a shop's own form says which rows are whose. */
export const localeColumnOf = (plan: Pick<Plan, "columns" | "preset" | "fill_down">): string | undefined =>
  hasOwnForm(plan) ? undefined : plan.columns.find((column) => LOCALE_COLUMNS.test(plainName(column)));

function withOwn(found: Columns, plan: Plan, first: RawRow | undefined): CombinedRows {
  const at = textReader(plan);
  const own = (column: string | undefined): string => (first === undefined ? "" : at(first, column));
  return {
    ...found,
    own: { locale: canonicalLanguage(own(found.locale)), currency: own(found.currency).toUpperCase() },
  };
}

type Columns = Omit<CombinedRows, "own">;

const KINDS = ["locale", "currency", "warehouse", "image"] as const;

/** How rows are combined, in the form of the option: `locale=Sprache,warehouse=Lager`. */
export const combineText = (combined: CombinedRows): string =>
  KINDS.flatMap((kind) => (combined[kind] === undefined ? [] : [`${kind}=${combined[kind]}`])).join(",");

/** `locale=Sprache,warehouse=Lager` */
function columnsIn(named: string, { format, columns, requested }: Plan): Columns {
  const pairs = named.split(",").map((pair) => pair.split("=").map((part) => part.trim()));
  const mayFollow = requested !== undefined && !hasHeader(format);
  for (const [, column = ""] of pairs)
    if (!columns.includes(column) && !mayFollow)
      throw new FileFault(`combine names the column ${column}, which the file does not have.`);
  return Object.fromEntries(KINDS.map((kind) => [kind, pairs.find(([name]) => name === kind)?.[1]]));
}

/** Whether a shop has its own form of rows that belong together, in which a SKU may be left out or come again. */
function hasOwnForm({ columns, preset, fill_down: filled }: Pick<Plan, "columns" | "preset" | "fill_down">): boolean {
  if (filled.columns.length > 0 || filled.images !== undefined) return true;
  const isOfSources = preset === "magento" && columns.some((column) => plainName(column) === "source_code");
  return presetNamed(preset)?.shape !== undefined && !BY_LOCALE.has(preset) && !isOfSources;
}
/** Shops whose files may have a row for each locale. */
const BY_LOCALE: ReadonlySet<ImportPlan["preset"]> = new Set(["bagisto", "saleor", "shopify", "woocommerce"]);

function differingColumns(plan: Plan, rows: readonly RawRow[]): Columns | undefined {
  if (hasOwnForm(plan)) return undefined;
  const comparison = createRowComparison(plan);
  for (const row of rows) comparison.push(row);
  return combiningColumns(plan, comparison);
}

/** How rows with the same SKU differ. */
export interface Differences {
  /** The columns that differ, even if one of the cells is empty. */
  readonly differing: ReadonlySet<string>;
  /** Those of them that have two values: a row may leave out what another row of its product says. */
  readonly contradicting: ReadonlySet<string>;
}

/** Compares rows with the one before if both have the same SKU, and collects the columns by which they differ. */
export function createRowComparison({
  columns,
  mapping,
}: Pick<Plan, "columns" | "mapping">): Differences & { push(row: RawRow): void } {
  const at = textReader({ columns });
  const sku = columnOf(mapping.sku ?? null);
  const differing = new Set<string>();
  const contradicting = new Set<string>();
  const namesIn = (...rows: readonly RawRow[]) =>
    rows.some(({ cells }) => cells) ? columns : rows.flatMap(({ members = {} }) => memberNames(members, isWhole));
  let before: RawRow | undefined;
  let skuBefore = "";
  return {
    differing,
    contradicting,
    push(row) {
      const own = at(row, sku);
      if (before !== undefined && own !== "" && own === skuBefore)
        for (const column of namesIn(before, row)) {
          if (contradicting.has(column)) continue;
          const text = at(row, column);
          const textBefore = at(before, column);
          if (text === textBefore) continue;
          differing.add(column);
          if (text !== "" && textBefore !== "") contradicting.add(column);
        }
      before = row;
      skuBefore = own;
    },
  };
}

function combiningColumns({ columns, mapping }: Plan, { differing, contradicting }: Differences): Columns | undefined {
  const named = (pattern: RegExp) => columns.find((column) => differing.has(column) && pattern.test(plainName(column)));
  const mapped = (within: ReadonlySet<string>, ...targets: readonly string[]) =>
    targets.map((target) => columnOf(mapping[target] ?? null)).find((column) => column && within.has(column));
  const image = mapped(differing, "image", "image_url", "additional_image_urls");
  // The first locale and the main warehouse may have no name. Amounts without a currency are in none of their own.
  const currency = mapped(contradicting, "price_currency");
  const found = { locale: named(LOCALE_COLUMNS), currency, warehouse: named(WAREHOUSES) };
  if (Object.values(found).some((column) => column !== undefined)) return { ...found, image };
  const isByImage =
    image !== undefined && [...contradicting].every((one) => one === image || OF_IMAGES.test(plainName(one)));
  return isByImage ? { image } : undefined;
}
