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
] as const satisfies readonly FormField[];
export type ChangeableField = (typeof CHANGEABLE)[number];

/** Fields that can be cleared. */
export const CLEARABLE: readonly FormField[] = ["sale_price_amount", "inventory_quantity", "brand", "product_category"];
const NUMBERS: readonly FormField[] = ["price_amount", "sale_price_amount", "inventory_quantity"];

/** Form values of a bulk change. */
export interface ChangeValues {
  readonly field: ChangeableField;
  readonly value: string;
  /** Only used for prices. */
  readonly currency: string;
}

/** The change of each product; null clears a field. Invalid numbers stay text, so that validation rejects them. */
export function changeOf({ field, value, currency }: ChangeValues): Record<string, string | number | null> {
  const typed = value.trim();
  if (typed === "" && CLEARABLE.includes(field)) return { [field]: null };
  const number = Number(typed);
  const content = typed !== "" && NUMBERS.includes(field) && Number.isFinite(number) ? number : typed;
  return { [field]: content, ...(field === "price_amount" && { price_currency: currency.trim() }) };
}

/** A CSV file that sets the same values for all SKUs, and the query parameters that import it. Empty cells clear. */
export function changeFile(skus: readonly string[], change: ReturnType<typeof changeOf>) {
  const columns = ["sku", ...Object.keys(change)];
  const values = Object.values(change).map((value) => cellOf(String(value ?? "")));
  const lines = skus.map((sku) => [cellOf(sku), ...values].join(","));
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
