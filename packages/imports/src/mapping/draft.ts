import type { Fault } from "@skucast/contracts/problem";

/** Why a cell was not applied, with what stands in it. */
export interface CellFault extends Fault {
  readonly value?: string;
}

/** A product's body while it is put together from a row, and what is not settled before all columns were read. */
export interface Draft {
  readonly body: Record<string, unknown>;
  readonly faults: CellFault[];
  /** Fields of which the row holds all members. */
  readonly replaces: string[];
  /** Currencies that cells with an amount named. */
  readonly currencies: Set<string>;
  /** What the shop says in its own way; undefined while it has said nothing. */
  shop: ShopFacts | undefined;
  /** Whether availability follows from the stock count alone. */
  isAvailabilityDerived: boolean;
}

/** A name and its value from two columns. */
export interface NamedValue {
  name?: string;
  value?: string;
}

/** What shops say in columns that are no fields of a product. */
export interface ShopFacts {
  stock?: number;
  /** Whether the stock says the availability, where no column does. */
  stockSaysAvailability?: boolean;
  isStockTracked?: boolean;
  sellsWithoutStock?: boolean;
  isPublished?: boolean;
  compareAtPrice?: number;
  variantImage?: string;
  rowType?: string;
  readonly options: Map<string, NamedValue>;
  readonly attributes: Map<string, NamedValue>;
}

export const newDraft = (): Draft => ({
  body: {},
  faults: [],
  replaces: [],
  currencies: new Set(),
  shop: undefined,
  isAvailabilityDerived: false,
});

/** The facts of a draft, to be added to. */
export function shopOf(draft: Draft): ShopFacts {
  draft.shop ??= { options: new Map(), attributes: new Map() };
  return draft.shop;
}

/** Notes why a field cannot be read; nothing is put into the body then. */
export function refuse(draft: Draft, fault: CellFault): void {
  draft.faults.push(fault);
}
