import type { ProductField } from "@skucast/contracts/products/product";
import { numberInput, readNumber } from "../../forms/read-number.js";

/** What a filter compares: each kind has operators of its own. Fields with names are objects whose member is named. */
type FilterKind = "text" | "number" | "date" | "list" | "flag" | "named";
type ServerField = "created_at" | "updated_at";

/** The fields that the list can be filtered by in addition to its own filters. */
export const FILTER_KINDS = {
  custom_attributes: "named",
  title: "text",
  description: "text",
  brand: "text",
  product_category: "text",
  google_product_category: "text",
  price_amount: "number",
  price_currency: "text",
  sale_price_amount: "number",
  cost_amount: "number",
  inventory_quantity: "number",
  gtin: "text",
  mpn: "text",
  color: "text",
  size: "text",
  size_system: "text",
  material: "text",
  pattern: "text",
  gender: "text",
  age_group: "text",
  item_group_id: "text",
  item_group_title: "text",
  tags: "list",
  custom_labels: "list",
  url: "text",
  image_url: "text",
  availability_date: "date",
  expiration_date: "date",
  created_at: "date",
  updated_at: "date",
  multipack: "number",
  is_bundle: "flag",
  is_digital: "flag",
  adult: "flag",
  accepts_returns: "flag",
  return_window_days: "number",
  tax_class: "text",
  review_count: "number",
  review_rating: "number",
  energy_efficiency_class: "text",
  product_highlights: "list",
  promotion_ids: "list",
  min_handling_days: "number",
  max_handling_days: "number",
  min_transit_days: "number",
  max_transit_days: "number",
  ships_from_country: "text",
  identifier_exists: "flag",
  mobile_url: "text",
  lifestyle_image_url: "text",
  metadata: "named",
} as const satisfies Partial<Record<ProductField | ServerField, FilterKind>>;
export type FilterField = keyof typeof FILTER_KINDS;
export const FILTER_FIELDS = Object.keys(FILTER_KINDS) as FilterField[];

const TEXT_OPS = ["equals", "not_equals", "contains", "starts_with", "ends_with", "exists", "missing"] as const;
/** The operators of each kind of field; the first one is chosen at the start. */
export const FILTER_OPS = {
  text: TEXT_OPS,
  number: ["above", "below", "equals", "exists", "missing"],
  date: ["newer_than_days", "older_than_days", "exists", "missing"],
  list: ["includes", "exists", "missing"],
  flag: ["equals", "missing"],
  named: [...TEXT_OPS, "includes", "above", "below"],
} as const satisfies Record<FilterKind, readonly string[]>;
export type FilterOp = (typeof FILTER_OPS)[FilterKind][number];

/** One condition as it is edited. */
export interface FilterRow {
  readonly field: FilterField;
  /** The member of a field with names, such as an attribute. */
  readonly name: string;
  readonly op: FilterOp;
  /** As typed. */
  readonly value: string;
}

export const opsOf = (field: FilterField): readonly FilterOp[] => FILTER_OPS[FILTER_KINDS[field]];
export const hasName = (field: FilterField): boolean => FILTER_KINDS[field] === "named";
export const isFlag = (field: FilterField): boolean => FILTER_KINDS[field] === "flag";
export const hasValue = (op: FilterOp): boolean => op !== "exists" && op !== "missing";
export const isNumeric = ({ field, op }: FilterRow): boolean =>
  hasValue(op) && (["above", "below"].includes(op) || ["number", "date"].includes(FILTER_KINDS[field]));

/** A row for another field: it keeps the value, and the operator if the fields are of one kind. */
export function rowFor(field: FilterField, { field: before = field, op, value }: Partial<FilterRow> = {}): FilterRow {
  const [first = "equals"] = opsOf(field);
  const isKept = op !== undefined && FILTER_KINDS[before] === FILTER_KINDS[field] && opsOf(field).includes(op);
  const flag = value === "false" ? "false" : "true";
  return { field, name: "", op: isKept ? op : first, value: isFlag(field) ? flag : (value ?? "") };
}

/** What is missing in a row; null if nothing is. */
export function rowFault(
  row: FilterRow,
): { readonly part: "name" | "value"; readonly kind: "required" | "number" } | null {
  if (hasName(row.field) && row.name.trim() === "") return { part: "name", kind: "required" };
  if (!hasValue(row.op)) return null;
  if (row.value.trim() === "") return { part: "value", kind: "required" };
  return isNumeric(row) && readNumber(row.value) === null ? { part: "value", kind: "number" } : null;
}

/** A row as a condition of the API. */
export function conditionOf(row: FilterRow): Record<string, unknown> {
  const { field, op } = row;
  const condition = { field: hasName(field) ? `${field}.${row.name.trim()}` : field, op };
  if (!hasValue(op)) return condition;
  const typed = row.value.trim();
  if (isFlag(field)) return { ...condition, value: typed === "true" };
  return { ...condition, value: isNumeric(row) ? (readNumber(typed) ?? typed) : typed };
}

/** The rows as the query parameter `conditions`; undefined for none. */
export const conditionsText = (rows: readonly FilterRow[]): string | undefined =>
  rows.length === 0 ? undefined : JSON.stringify(rows.map(conditionOf));

/** The rows of a query parameter; null if it holds something that rows cannot express. */
export function readRows(text: string | undefined): readonly FilterRow[] | null {
  if (text === undefined) return [];
  const rows = parsed(text).map(rowOf);
  return rows.length > 0 && rows.every((row) => row !== null) ? rows : null;
}

function parsed(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function rowOf(condition: unknown): FilterRow | null {
  if (typeof condition !== "object" || condition === null) return null;
  const { field = "", op = "", value } = condition as Readonly<Record<string, unknown>>;
  const [base = "", ...rest] = String(field).split(".");
  const known = FILTER_FIELDS.find((each) => each === base);
  const knownOp = known && opsOf(known).find((each) => each === op);
  if (known === undefined || knownOp === undefined || hasName(known) !== rest.length > 0) return null;
  const row = {
    field: known,
    name: rest.join("."),
    op: knownOp,
    value: typeof value === "number" ? numberInput(value) : String(value ?? ""),
  };
  return rowFault(row) === null ? row : null;
}
