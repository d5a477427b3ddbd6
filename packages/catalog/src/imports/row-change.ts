import type { ProductUpsert } from "@skucast/contracts/products/product";
import type { PlacedLabel } from "./merge-labels.js";
import type { MarketChange } from "./merge-markets.js";

/** The change of a product by a row of a file. */
export interface RowChange {
  readonly body: ProductUpsert;
  /** Fields whose members are all in the row: other stored members of these fields are removed. */
  readonly replaces?: readonly string[];
  /** What the row says about the prices of single markets. Without it, `prices` in the body is the whole list. */
  readonly markets?: readonly MarketChange[] | undefined;
  /** What the row says about the labels of single places. Without it, `custom_labels` in the body is the whole list. */
  readonly labels?: readonly PlacedLabel[] | undefined;
  /** Whether the availability follows from a stock count alone. */
  readonly isAvailabilityDerived?: boolean;
  /** Whether the row says if the shop sells without stock, which is what makes a derived availability a backorder. */
  readonly isPolicyGiven?: boolean;
  /** The availability by the stock count, for a stored product if the row has no valid one. */
  readonly byStock?: ByStock | undefined;
  /**
   * Set if a stored product in another currency than that of the price keeps it, because only a header says the currency or
   * because the file has rows for several: the currencies of the prices by market of which the same is true.
   */
  readonly headerMarkets?: readonly string[] | undefined;
  /** The language of the texts in the row, and whether the file has those of the product's own language in other rows. */
  readonly locale?: RowLocale | undefined;
  /** Additional fields for a product that does not exist yet. */
  readonly ifNew?: Partial<ProductUpsert>;
  /** Whether the row is rejected if any field cannot be stored. */
  readonly isStrict?: boolean;
}

interface RowLocale {
  readonly name: string;
  readonly isOther: boolean;
}

interface ByStock {
  readonly availability: "in_stock" | "backorder" | "out_of_stock";
  /** Whether it applies only if it makes a product that is in stock unavailable. */
  readonly isCautious: boolean;
}
