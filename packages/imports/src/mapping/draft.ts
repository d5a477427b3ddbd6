import type { Fault } from "@skucast/contracts/problem";

/** Why a cell was not applied, with its text. */
export interface CellFault extends Fault {
  readonly value?: string;
  /** The column of the cell, if one column alone caused it. */
  readonly column?: string;
}

/** A product's body while a row is read, and facts that are combined after all columns were read. */
export interface Draft {
  readonly body: Record<string, unknown>;
  readonly faults: CellFault[];
  /** Fields whose stored members the row replaces. */
  readonly replaces: string[];
  /** Currencies in cells with an amount. */
  readonly currencies: Set<string>;
  /** Values of the shop's own columns; undefined while there is none. */
  shop: ShopFacts | undefined;
  /** Whether availability was derived from the stock count. */
  isAvailabilityDerived: boolean;
}

/** A name and its value from two columns. */
export interface NamedValue {
  name?: string;
  value?: string;
}

/** Values of a shop's columns that are not product fields. */
export interface ShopFacts {
  stock?: number;
  /** Whether availability is derived from the stock count if no column has it. */
  stockSaysAvailability?: boolean;
  isStockTracked?: boolean;
  sellsWithoutStock?: boolean;
  isPublished?: boolean;
  compareAtPrice?: number;
  /** Reductions of the price. */
  discountAmount?: number;
  discountPercent?: number;
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

/** The shop facts of a draft, created if needed. */
export function shopOf(draft: Draft): ShopFacts {
  draft.shop ??= { options: new Map(), attributes: new Map() };
  return draft.shop;
}

/** Records why a field cannot be read. */
export function addFault(draft: Draft, fault: CellFault): void {
  draft.faults.push(fault);
}
