import type { Fault } from "@skucast/contracts/problem";

/** A product's body while it is put together from a row, and what is not settled before all columns were read. */
export interface Draft {
  readonly body: Record<string, unknown>;
  readonly faults: Fault[];
  /** Currencies that cells with an amount named. */
  readonly currencies: Set<string>;
  stock: number | undefined;
}

export const newDraft = (): Draft => ({ body: {}, faults: [], currencies: new Set(), stock: undefined });

/** Notes why a field cannot be read; nothing is put into the body then. */
export function refuse(draft: Draft, pointer: string, message: string, code = "invalid"): void {
  draft.faults.push({ pointer, code, message });
}

/** Settles what several columns say together: one currency, and an availability where only a stock count was given. */
export function settle(draft: Draft): void {
  const { body, currencies, stock } = draft;
  for (const currency of currencies) {
    if (body.price_currency === undefined) body.price_currency = currency;
    else if (String(body.price_currency).toUpperCase() !== currency) {
      refuse(
        draft,
        "/price_currency",
        `a price is in ${currency}, and the currency of the row is ${body.price_currency}`,
      );
    }
  }
  if (stock === undefined) return;
  body.inventory_quantity = stock;
  body.availability ??= stock > 0 ? "in_stock" : "out_of_stock";
}
