import type { ImportMapping, ImportRule } from "@skucast/contracts/imports/mapping";
import { ruleColumns } from "../mapping/rule-column.js";
import { memberAt } from "../member-at.js";
import type { RawRow } from "../row.js";

/** A target with its rule and the texts in its column. */
export interface ColumnTexts {
  readonly target: string;
  readonly rule: ImportRule;
  readonly column: string;
  readonly texts: readonly string[];
  /** Whether it has numbers, which are not ambiguous, but have neither a currency nor a unit. */
  readonly hasNumbers: boolean;
}

/** The texts of some rows in each mapped column. */
export function columnTexts(
  mapping: ImportMapping,
  columns: readonly string[],
  rows: readonly RawRow[],
): ColumnTexts[] {
  return Object.entries(mapping).flatMap(([target, rule]) => {
    const [column, ...others] = ruleColumns(rule);
    if (column === undefined) return [];
    const valuesIn = (name: string): unknown[] => {
      const place = columns.indexOf(name);
      return rows.map(({ cells, members }) => (cells ? cells[place] : members && memberAt(members, name)));
    };
    const values = others
      .map(valuesIn)
      .reduce((first, more) => first.map((value, i) => (isEmpty(value) ? more[i] : value)), valuesIn(column));
    const hasNumbers = values.some((value) => typeof value === "number" && value !== 0);
    return [{ target, rule, column, texts: values.flatMap(textsOf), hasNumbers }];
  });
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "");

const MONEY: ReadonlySet<string> = new Set([
  "price",
  "sale_price",
  "cost",
  "compare_at_price",
  "price_amount",
  "sale_price_amount",
  "cost_amount",
]);
const MEASURES: ReadonlySet<string> = new Set([
  "weight",
  "shipping_weight",
  "weight.value",
  "product_length",
  "product_width",
  "product_height",
  "dimensions.length",
  "dimensions.width",
  "dimensions.height",
  "review_rating",
]);
const COUNTS: ReadonlySet<string> = new Set(["stock", "inventory_quantity"]);
const DATES: ReadonlySet<string> = new Set([
  "sale_price_starts_at",
  "sale_price_ends_at",
  "availability_date",
  "expiration_date",
  "sale_period",
  "purchasable_from",
  "purchasable_until",
]);

export const isMoney = (target: string): boolean => MONEY.has(target);
export const isNumber = (target: string): boolean => MONEY.has(target) || MEASURES.has(target) || COUNTS.has(target);
export const isDate = (target: string): boolean => DATES.has(target);

function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return typeof value === "string" && value.trim() !== "" ? [value.trim()] : [];
}
