import type { ImportPreset } from "@skucast/contracts/imports/import";
import type { GivenMapping, ImportMapping, ImportRule } from "@skucast/contracts/imports/mapping";
import { isImportTarget } from "@skucast/contracts/imports/mapping";
import { type FillDown, NO_FILL_DOWN } from "../fill-down.js";
import type { ColumnNames } from "../presets/preset.js";
import { presetOf } from "../presets/presets.js";
import { unitNamed } from "../values/quantity.js";
import { KNOWN_COLUMNS, plainName } from "./known-columns.js";
import { columnOf } from "./rule-column.js";

export interface GuessedMapping {
  readonly mapping: ImportMapping;
  readonly fillDown: FillDown;
  readonly preset: ImportPreset;
}

/**
 * Maps columns by their names in our API, in Google's feeds and in shops. The given mapping wins; a target given as null is
 * not guessed. A column is guessed for one field, even if the given mapping uses it for others.
 */
export function guessMapping(
  columns: readonly string[],
  given: GivenMapping,
  requested?: ImportPreset,
): GuessedMapping {
  const byName: ColumnNames = new Map(columns.toReversed().map((column) => [plainName(column), column]));
  const preset = presetOf(byName, requested);
  const shop = preset?.read(byName);
  const mapping: GivenMapping = { ...without(shop?.mapping ?? {}, given), ...given };
  const used = new Set(Object.values(shop?.mapping ?? {}).flatMap((rule) => columnOf(rule) ?? []));
  const add = (target: string, column: string, rule: ImportRule = column): void => {
    mapping[target] = rule;
    used.add(column);
  };
  addMeasuresInTwo(byName, mapping, add);
  for (const [target, names] of KNOWN_COLUMNS) {
    if (isTaken(target, mapping)) continue;
    const column = names.map((name) => byName.get(name)).find((found) => found !== undefined && !used.has(found));
    if (column !== undefined) add(target, column);
  }
  addHeadersWithUnit(columns, mapping, add);
  for (const column of columns) {
    const name = plainName(column);
    if (!name.includes(".") || !isImportTarget(name) || byName.get(name) !== column) continue;
    if (!used.has(column) && !(name in given)) mapping[name] = column;
  }
  const settled = rulesOf(deriveAvailability(mapping, given));
  return { mapping: settled, fillDown: shop?.fillDown ?? NO_FILL_DOWN, preset: preset?.name ?? "none" };
}

type Add = (target: string, column: string, rule?: ImportRule) => void;

/** A mapping without the targets that are null. */
export const rulesOf = (given: GivenMapping): ImportMapping =>
  Object.fromEntries(Object.entries(given).flatMap(([target, rule]) => (rule === null ? [] : [[target, rule]])));

/** Targets with the same meaning: if one of them is mapped, the others are not guessed. */
const SAME: readonly (readonly string[])[] = [
  ["price", "price_amount"],
  ["sale_price", "sale_price_amount"],
  ["cost", "cost_amount"],
  ["image", "image_url"],
  ["stock", "inventory_quantity", "stock_by_source"],
  ["weight", "shipping_weight", "weight.value"],
  ["product_length", "dimensions.length", "dimensions"],
  ["product_width", "dimensions.width", "dimensions"],
  ["product_height", "dimensions.height", "dimensions"],
  ["status", "published"],
];

const isTaken = (target: string, mapping: GivenMapping): boolean =>
  target in mapping ||
  SAME.some((same) => same[0] !== undefined && same.includes(target) && same.some((other) => other in mapping));

/** A number in one column and its unit in another: `weight` and `weight_unit`. */
const UNIT_NAMES = [
  [
    "weight",
    ["weight", "shipping_weight", "product_weight", "gewicht"],
    ["weight_unit", "shipping_weight_unit", "weight_unit_of_measure", "gewichtseinheit"],
  ],
] as const;

function addMeasuresInTwo(byName: ColumnNames, mapping: GivenMapping, add: Add): void {
  for (const [field, values, units] of UNIT_NAMES) {
    const value = values.map((name) => byName.get(name)).find((column) => column !== undefined);
    const unit = units.map((name) => byName.get(name)).find((column) => column !== undefined);
    if (value === undefined || unit === undefined || isTaken(field, mapping)) continue;
    add(`${field}.value`, value);
    add(`${field}.unit`, unit);
  }
}

const HEADER_UNIT = /^(.+?)[\s_]*(?:\(\s*|\[\s*|\bin\s+)(kg|g|lbs?|oz|cm|mm|m|inch|in|ft|€|£|[A-Z]{3})\s*[)\]]?$/;
const SIGNS: Readonly<Record<string, string>> = { "€": "EUR", "£": "GBP" };

/** Finds the unit or currency in a column's header: `Weight (kg)`, `Preis in EUR`. */
function addHeadersWithUnit(columns: readonly string[], mapping: GivenMapping, add: Add): void {
  for (const column of columns) {
    const [, bare, unit] = HEADER_UNIT.exec(column.trim()) ?? [];
    if (bare === undefined || unit === undefined) continue;
    const name = plainName(bare);
    const target =
      MEASURE_NAMES[name] ?? KNOWN_COLUMNS.find(([known, names]) => MONEY.has(known) && names.includes(name))?.[0];
    if (target === undefined || isTaken(target, mapping)) continue;
    const currency = SIGNS[unit] ?? (/^[A-Z]{3}$/.test(unit) ? unit : undefined);
    if (MONEY.has(target) !== (currency !== undefined)) continue;
    add(target, column, currency === undefined ? { column, unit: unitNamed(unit) } : column);
    if (currency !== undefined && !isTaken("price_currency", mapping)) mapping.price_currency = { value: currency };
  }
}

const MONEY: ReadonlySet<string> = new Set([
  "price",
  "sale_price",
  "cost",
  "price_amount",
  "sale_price_amount",
  "cost_amount",
]);
const MEASURE_NAMES: Readonly<Record<string, string | undefined>> = {
  weight: "shipping_weight",
  shipping_weight: "shipping_weight",
  gewicht: "shipping_weight",
  length: "product_length",
  lange: "product_length",
  laenge: "product_length",
  width: "product_width",
  breite: "product_width",
  height: "product_height",
  hohe: "product_height",
  hoehe: "product_height",
};

/** If a file has a stock count but no availability, availability is derived from the stock. */
function deriveAvailability(mapping: GivenMapping, given: GivenMapping): GivenMapping {
  const { inventory_quantity: quantity, ...rest } = mapping;
  if (quantity === undefined || "inventory_quantity" in given || "availability" in mapping) return mapping;
  return { ...rest, stock: quantity };
}

const without = (mapping: ImportMapping, given: GivenMapping): ImportMapping =>
  Object.fromEntries(Object.entries(mapping).filter(([target]) => !isTaken(target, given)));
