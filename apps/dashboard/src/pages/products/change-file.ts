import type { FormField } from "./product-draft.js";

/** Fields that can be given the same value in many products. */
export const CHANGEABLE = [
  "availability",
  "status",
  "price_amount",
  "sale_price_amount",
  "inventory_quantity",
  "brand",
  "product_category",
  "condition",
] as const satisfies readonly FormField[];
export type ChangeableField = (typeof CHANGEABLE)[number];

/** Those that a product can do without. */
export const CLEARABLE: readonly FormField[] = ["sale_price_amount", "inventory_quantity", "brand", "product_category"];
const NUMBERS: readonly FormField[] = ["price_amount", "sale_price_amount", "inventory_quantity"];

/** What was typed. */
export interface ChangeValues {
  readonly field: ChangeableField;
  readonly value: string;
  /** Of a price, which means nothing without. */
  readonly currency: string;
}

/** What becomes of each product; null takes a value away. A text that is no number stays text, to be refused. */
export function changeOf({ field, value, currency }: ChangeValues): Record<string, string | number | null> {
  const typed = value.trim();
  if (typed === "" && CLEARABLE.includes(field)) return { [field]: null };
  const number = Number(typed);
  const content = typed !== "" && NUMBERS.includes(field) && Number.isFinite(number) ? number : typed;
  return { [field]: content, ...(field === "price_amount" && { price_currency: currency.trim() }) };
}

/** A product file that gives all of these products the same values, and how it is read: an empty cell clears. */
export function changeFile(skus: readonly string[], change: ReturnType<typeof changeOf>) {
  const columns = ["sku", ...Object.keys(change)];
  const values = Object.values(change).map((value) => cellOf(String(value ?? "")));
  const lines = skus.map((sku) => [cellOf(sku), ...values].join(","));
  return {
    text: `${[columns.join(","), ...lines].join("\n")}\n`,
    query: {
      ...{ format: "csv", guess: "false", empty_cells: "clear" },
      mapping: JSON.stringify(Object.fromEntries(columns.map((column) => [column, column]))),
    },
  } as const;
}

const cellOf = (text: string): string => `"${text.replaceAll('"', '""')}"`;
