import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { Cell } from "@skucast/profiles/channel/cell";

/** What is remembered of a row besides its bytes, as the partner reads it. */
export interface PublishedFacts {
  /** NaN when the row has none. */
  price(cells: readonly Cell[]): number;
  isOutOfStock(cells: readonly Cell[]): boolean;
}

const UNSOLD = ["out_of_stock", "discontinued"];

/** Finds price and availability among a profile's columns, once for a run. */
export function publishedFactsOf(columns: readonly Column[]): PublishedFacts {
  const price = columns.findIndex(({ type, from }) => type === "money" && from === "price_amount");
  const availability = columns.findIndex(({ from }) => from === "availability");
  const words = columns[availability]?.words;
  const unsold = new Set<Cell>(UNSOLD.map((word) => words?.[word] ?? word));
  return {
    price: (cells) => Number.parseFloat(String(cells[price])),
    isOutOfStock: (cells) => unsold.has(cells[availability]),
  };
}
