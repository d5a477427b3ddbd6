import { readNumber } from "../../forms/read-number.js";
import type { FormField } from "./product-draft.js";

/** Fields that a bulk change can set. */
export const CHANGEABLE = [
  "availability",
  "status",
  "price_amount",
  "sale_price_amount",
  "inventory_quantity",
  "brand",
  "product_category",
  "condition",
  "title",
  "description",
  "url",
  "image_url",
] as const satisfies readonly FormField[];
export type ChangeableField = (typeof CHANGEABLE)[number];

/** Fields that can be cleared. */
export const CLEARABLE: readonly FormField[] = [
  "sale_price_amount",
  "inventory_quantity",
  "brand",
  "product_category",
  "description",
  "url",
  "image_url",
];
const NUMBERS: readonly FormField[] = ["price_amount", "sale_price_amount", "inventory_quantity"];

/** How a bulk change computes the new value: the same for all, by percent, by an amount, or by replacing text. */
export type How = "set" | "percent" | "amount" | "replace";

/** Form values of a bulk change. */
export interface ChangeValues {
  readonly field: ChangeableField;
  readonly how: How;
  /** The new value, the number to change by, or the replacement. */
  readonly value: string;
  /** Only used to replace text. */
  readonly find: string;
  /** Only used for prices. */
  readonly currency: string;
}

/** The change of each product; null clears a field. Invalid numbers stay text, so that validation rejects them. */
export function changeOf({
  field,
  value,
  currency,
}: Pick<ChangeValues, "field" | "value" | "currency">): Record<string, string | number | null> {
  const typed = value.trim();
  if (typed === "" && CLEARABLE.includes(field)) return { [field]: null };
  const content = NUMBERS.includes(field) ? (readNumber(typed) ?? typed) : typed;
  return { [field]: content, ...(field === "price_amount" && { price_currency: currency.trim() }) };
}

/** Products with new values; null clears a field. All of them change the same fields. */
export type ChangedRow = { readonly sku: string } & Readonly<Record<string, string | number | null>>;

/** A CSV file that sets the values, and the query parameters that import it. Empty cells clear. */
export function changeFile(rows: readonly ChangedRow[]) {
  const columns = Object.keys(rows[0] ?? { sku: "" });
  const lines = rows.map((row) => columns.map((column) => cellOf(String(row[column] ?? ""))).join(","));
  return {
    text: `${[columns.join(","), ...lines].join("\n")}\n`,
    query: {
      format: "csv",
      guess: "false",
      empty_cells: "clear",
      mapping: JSON.stringify(Object.fromEntries(columns.map((column) => [column, column]))),
    },
  } as const;
}

const cellOf = (text: string): string => `"${text.replaceAll('"', '""')}"`;
