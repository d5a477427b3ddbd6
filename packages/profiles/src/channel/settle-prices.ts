import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Column } from "@skucast/contracts/channel-profiles/column";
import { partNamesOf, partsIn } from "@skucast/contracts/channel-profiles/item-parts";
import type { Channel } from "@skucast/contracts/channels/channel";
import { type ChannelRule, type SimpleRule, simpleRulesOf } from "@skucast/contracts/channels/rule";
import { priceText } from "@skucast/contracts/money";
import { MONEY_TYPES, ownAmountsIn } from "../rules/keep-currency.js";
import { type Cell, decimalText, memberOf, type StoredProduct } from "./cell.js";
import { error, type RowIssue, warning } from "./issue.js";
import { amountPlacesOf } from "./money-parts.js";

/** A row's prices before rules and overrides. */
export interface PricesBefore {
  readonly price: Cell;
  readonly sale: Cell;
}

/** Makes the prices of a row consistent after rules and overrides. */
export interface SettlePrices {
  /** The prices to give to `settle`. */
  before(cells: readonly Cell[]): PricesBefore;
  settle(row: SettledRow, before: PricesBefore): void;
}

interface SettledRow {
  readonly cells: Cell[];
  /** The product with the price of the channel's market. */
  readonly product: StoredProduct;
  readonly issues: RowIssue[];
}

/**
 * The price must be in the market's currency; otherwise the row has an error. Other amounts in another currency are left
 * out with a warning, unless they are for another country. Separate columns for amount and currency get the values of the price, and so does that for the
 * amount of the sale.
 */
export function createPriceSettler(
  { columns, checks }: Pick<ProfileDefinition, "columns" | "checks">,
  rules: readonly ChannelRule[],
  { currency, country }: Pick<Channel["market"], "currency" | "country">,
): SettlePrices {
  const checked = checks.flatMap((check) => (check.type === "same_currency" ? [check.column] : []));
  const pricePlace = pricePlaceOf(columns);
  const priceName = priceNameOf(columns);
  const salePlace = columns.findIndex(({ type }) => type === "sale_money");
  const amount = amountColumn(columns, "price_amount");
  const saleAmount = amountColumn(columns, "sale_price_amount");
  const currencyPlace = columns.findIndex(({ from }) => from === "price_currency");
  const optionsPlace = columns.findIndex(({ type, from }) => type === "list" && from === "shipping");
  const label = labelsOf(columns[currencyPlace]);
  const isAmountSet =
    amount !== undefined &&
    simpleRulesOf(rules).some((rule) => rule.field === amount.column.name && isSource(rule, columns));
  const others = columns.flatMap((column, place) => {
    const isForeign = place === pricePlace || checked.includes(column.name) ? undefined : foreignCheckFor(column);
    if (isForeign === undefined) return [];
    return [{ column, place, isForeign: isForeign(currency), isForMarket: marketCheckFor(column, country) }];
  });

  const settle = (row: SettledRow, before: PricesBefore): void => {
    const { cells, issues } = row;
    if (pricePlace !== -1 && (amount !== undefined || currencyPlace !== -1) && !agree(row, before.price)) return;
    const price = cells[pricePlace];
    if (isForeignAmount(price, currency)) {
      issues.push(
        error("currency_mismatch", priceName, `there is no price in ${currency}, the currency of the market`),
      );
      return;
    }
    if (row.product.price_currency !== currency) nameCurrency(row);
    if (saleAmount !== undefined && salePlace !== -1) agreeOnSale(row, before.sale, saleAmount);
    for (const { column, place, isForeign, isForMarket } of others) {
      const cell = cells[place];
      if (cell === undefined) continue;
      if (Array.isArray(cell)) {
        const kept = cell.filter((item) => !isForeign(item));
        if (kept.length === cell.length) continue;
        cells[place] = kept.length === 0 ? undefined : kept;
        if (!cell.some((item) => isForeign(item) && isForMarket(item))) continue;
      } else if (isForeign(cell)) cells[place] = undefined;
      else continue;
      issues.push(leftOut(column));
    }
  };

  /**
   * A price that rules or overrides changed sets amount and currency; otherwise these set the price. False if only the
   * currency was changed: the row has an error.
   */
  function agree({ cells, product, issues }: SettledRow, before: Cell): boolean {
    const price = cells[pricePlace];
    if (price !== before) {
      const [text, named] = typeof price === "string" ? price.split(" ") : [];
      if (amount !== undefined) cells[amount.place] = amountCell(amount.column, text);
      if (currencyPlace !== -1) cells[currencyPlace] = named === undefined ? undefined : label(named);
      return true;
    }
    const named = cells[currencyPlace];
    const isRenamed = typeof named === "string" && named !== label(String(product.price_currency));
    const value = amount === undefined ? product.price_amount : cells[amount.place];
    const isChanged = Number(value) !== Number(product.price_amount);
    if (isRenamed && !isChanged && !isAmountSet && typeof before === "string") {
      if (!issues.some(({ code, field }) => code === "currency_mismatch" && field === priceName)) {
        issues.push(error("currency_mismatch", priceName, CURRENCY_ALONE));
      }
      return false;
    }
    if (amount === undefined || value === undefined || typeof named !== "string") return true;
    if (isRenamed || isChanged) {
      cells[pricePlace] = priceText(Number(value), isRenamed ? named : String(product.price_currency));
    }
    return true;
  }

  /** Entries without a currency are in the product's, which is not the row's. */
  function nameCurrency({ cells, product: { price_currency } }: SettledRow): void {
    const options = cells[optionsPlace];
    if (!Array.isArray(options) || !options.some((option) => isUnnamed(option))) return;
    cells[optionsPlace] = options.map((option) => (isUnnamed(option) ? { ...option, price_currency } : option));
  }

  /** The amount of a sale that rules or overrides changed, and none in a currency that the row does not name. */
  function agreeOnSale({ cells, product, issues }: SettledRow, before: Cell, { column, place }: AmountColumn): void {
    const sale = cells[salePlace];
    if (sale !== before) {
      const isKept = typeof sale === "string" && !isForeignAmount(sale, currency);
      cells[place] = isKept ? amountCell(column, sale.split(" ")[0]) : undefined;
      return;
    }
    const cell = cells[place];
    if (cell === undefined || product.price_currency === currency || pricePlace === -1) return;
    if (Number(cell) !== Number(product.sale_price_amount)) return;
    cells[place] = undefined;
    issues.push(leftOut(column));
  }

  function leftOut({ name }: Column): RowIssue {
    return warning("currency_mismatch", name, `left out: must be in ${currency}, like the price`);
  }

  return { before: (cells) => ({ price: cells[pricePlace], sale: cells[salePlace] }), settle };
}

/** Why a currency alone is no price. */
export const CURRENCY_ALONE = "price_currency alone does not set a price in another currency: set price_amount as well";

/** The index of the column with the product's price. */
export const pricePlaceOf = (columns: readonly Column[]): number =>
  columns.findIndex(({ type, from }) => type === "money" && from === "price_amount");

/** Whether a rule gives a value of its own instead of changing or repeating the product's amount. */
function isSource(rule: SimpleRule, columns: readonly Column[]): boolean {
  if (rule.type === "template") return ownAmountsIn(rule.template, columns).length === 0;
  return rule.type === "constant" || rule.type === "lookup" || rule.type === "lookup_table";
}

/** Its name, which issues of the price have. */
export const priceNameOf = (columns: readonly Column[]): string => columns[pricePlaceOf(columns)]?.name ?? "price";

interface AmountColumn {
  readonly column: Column;
  readonly place: number;
}

/** The column of an amount without its currency. */
function amountColumn(columns: readonly Column[], field: string): AmountColumn | undefined {
  const place = columns.findIndex(
    ({ type, from }) => from === field && (type === "decimal" || type === "decimal_text"),
  );
  const column = columns[place];
  return column === undefined ? undefined : { column, place };
}

function amountCell({ type }: Column, text: string | undefined): Cell {
  if (text === undefined) return undefined;
  return type === "decimal" ? Number(text) : decimalText(Number(text));
}

/** What the column for the currency calls each currency. */
const labelsOf =
  (column: Column | undefined) =>
  (currency: string): string =>
    column?.words?.[currency] ?? currency;

const isUnnamed = (option: unknown): option is object =>
  typeof option === "object" && option !== null && memberOf(option, "price_currency") === undefined;

type IsForeign = (value: unknown) => boolean;

/** Whether a value of the column has an amount in another currency; undefined if it never has amounts. */
function foreignCheckFor(column: Column): ((currency: string) => IsForeign) | undefined {
  if (MONEY_TYPES.has(column.type)) return (currency) => (value) => isForeignAmount(value, currency);
  const places = amountPlacesOf(column);
  if (places.length === 0) return undefined;
  return (currency) => (value) => {
    const parts = partsIn(String(value), Number.POSITIVE_INFINITY);
    return places.some((place) => isForeignAmount(parts[place], currency));
  };
}

/** Whether a cell has an amount for the market in another currency than the market's. */
export function hasForeignAmount(
  column: Column,
  cell: Cell,
  { currency, country }: Pick<Channel["market"], "currency" | "country">,
): boolean {
  const isForeign = foreignCheckFor(column)?.(currency);
  if (isForeign === undefined) return false;
  if (!Array.isArray(cell)) return isForeign(cell);
  const isForMarket = marketCheckFor(column, country);
  return cell.some((item) => isForeign(item) && isForMarket(item));
}

/** Entries for other countries are for other channels: they may be in the currencies of these countries. */
function marketCheckFor(column: Column, country: string): (item: unknown) => boolean {
  if (partNamesOf(column)?.[0] !== "country") return () => true;
  return (item) => ["", country].includes(String(item).split(":")[0]?.toUpperCase() ?? "");
}

const NAMED = /\d ([A-Z]{3})$/;

/** Whether an amount names another currency. */
function isForeignAmount(amount: unknown, currency: string): boolean {
  if (typeof amount !== "string" || amount.endsWith(currency)) return false;
  return NAMED.test(amount);
}
