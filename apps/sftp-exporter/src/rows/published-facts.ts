import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { Cell } from "@skucast/profiles/channel/cell";

/** Facts about a row as it is published, for the statistics of a run. */
export interface PublishedFacts {
  /** NaN when the row has none. */
  price(cells: readonly Cell[]): number;
  isOutOfStock(cells: readonly Cell[]): boolean;
}

const UNSOLD = ["out_of_stock", "discontinued"];

/** Finds the price and availability columns of a profile. Called once per run. */
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
