import type { PriceMember, PriceTarget } from "@skucast/contracts/imports/mapping";
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
  /** What the cells and headers of amounts say about their currency. */
  readonly currencies: SaidCurrency[];
  /** What the prices of shipping options say about their currency, which is their own. */
  readonly shipping: SaidShipping[];
  /** Fields whose amounts are in minor units of a currency that another column has. */
  readonly minors: string[];
  /** Values of the shop's own columns; undefined while there is none. */
  shop: ShopFacts | undefined;
  /** Whether availability was derived from the stock count. */
  isAvailabilityDerived: boolean;
  /** Whether one value of the row has all options of the variant. */
  hasWholeOptions: boolean;
  /** Whether the row has all images of the product, although there may be only one. */
  hasAllImages: boolean;
  /** Whether the row has an amount in each of several currencies, of which the first one need not be that of the product. */
  hasSeveralCurrencies: boolean;
  /** Whether the row says if the shop sells the product without stock. */
  isPolicyGiven: boolean;
  /** The availability that the stock count gives a stored product, if the row has no valid one. */
  byStock: AvailabilityByStock | undefined;
  /** What the columns of single markets say; undefined while there is none. */
  markets: MarketChange[] | undefined;
  /** What the columns of single labels say; undefined while there is none. */
  labels: PlacedLabel[] | undefined;
  /** The amounts before a reduction, by their markets. */
  readonly marketsBefore: { readonly target: PriceTarget; readonly amount: number }[];
  /** Markets with a sale whose dates cannot be read. */
  readonly undatedSales: PriceTarget[];
  /** Markets with a sale whose amount cannot be read. */
  readonly unreadSales: PriceTarget[];
  /** When the row is read, in milliseconds since 1970. */
  readonly now: number;
  /** Whether the row will mean something else at a later time. */
  isTimed: boolean;
}

/** A currency, or a sign of several, of the amount in one field. */
export interface SaidCurrency {
  readonly field: string;
  readonly currency: string | undefined;
  readonly sign: string | undefined;
  /** Whether the header says it. */
  readonly isInHeader: boolean;
  /** The text of the cell, and its column if it is known. */
  readonly text: string;
  readonly column: string | undefined;
}

/** A shipping option, and what its price says about its currency. */
export interface SaidShipping {
  readonly option: Record<string, unknown>;
  readonly text: string;
  readonly currency: string | undefined;
  readonly sign: string | undefined;
}

/** What a row says about the label of one place, from 0: its text, or null to remove it. */
export interface PlacedLabel {
  readonly place: number;
  readonly text: string | null;
}

/** What a row says about the price of one market. The members that it does not name stay. */
export interface MarketChange {
  readonly currency: string;
  readonly country: string | undefined;
  /** Members for which the row has a value, which is in `prices`. */
  readonly given: PriceMember[];
  /** Members that the row clears; without its amount, the market has no price. */
  readonly cleared: PriceMember[];
}

export interface AvailabilityByStock {
  readonly availability: "in_stock" | "backorder" | "out_of_stock";
  /** Whether it applies only if it makes a product that is in stock unavailable. */
  readonly isCautious: boolean;
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
  isPurchasable?: boolean;
  isPublished?: boolean;
  /** Whether the product is on sale; the sale price of one that is not does not apply. */
  isOnSale?: boolean | "unreadable";
  compareAtPrice?: number | undefined;
  /** Reductions of the price. */
  discountAmount?: number | undefined;
  discountPercent?: number | undefined;
  variantImage?: string;
  rowType?: string;
  /** Whether the product may have more options than the row. */
  hasOtherOptions?: boolean;
  readonly options: Map<string, NamedValue>;
  readonly attributes: Map<string, NamedValue>;
}

export const newDraft = (now = 0): Draft => ({
  now,
  isTimed: false,
  byStock: undefined,
  markets: undefined,
  labels: undefined,
  marketsBefore: [],
  undatedSales: [],
  unreadSales: [],
  body: {},
  faults: [],
  replaces: [],
  currencies: [],
  shipping: [],
  minors: [],
  shop: undefined,
  isAvailabilityDerived: false,
  isPolicyGiven: false,
  hasWholeOptions: false,
  hasAllImages: false,
  hasSeveralCurrencies: false,
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

interface NamedCurrency {
  readonly currency?: string | undefined;
  readonly sign?: string | undefined;
}

interface AmountCell {
  readonly field: string;
  readonly text: string;
  readonly money: NamedCurrency;
  readonly format: { readonly header?: NamedCurrency | undefined; readonly column?: string | undefined };
}

/** Notes what a cell, and the header of its column, say about the currency of an amount. */
export function noteCurrency(draft: Draft, { field, text, money, format }: AmountCell): void {
  const { header, column } = format;
  for (const { currency, sign } of [money, header ?? {}]) {
    const isInHeader = header !== undefined && money.currency !== currency;
    if (currency !== undefined || sign !== undefined)
      draft.currencies.push({ field, currency, sign, isInHeader, text, column });
  }
}

/** Notes what the price of a shipping option says about its currency. */
export function noteShipping(
  draft: Draft,
  option: SaidShipping["option"],
  { text, money: { currency, sign } }: Pick<AmountCell, "text" | "money">,
): void {
  if (currency !== undefined || sign !== undefined) draft.shipping.push({ option, text, currency, sign });
}
