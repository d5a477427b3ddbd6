import type { Column } from "@skucast/contracts/channel-profiles/column";
import { priceText } from "@skucast/contracts/money";
import type { Cell } from "./cell.js";
import { error, type RowIssue, warning } from "./issue.js";

/** Makes the prices of a row consistent after rules and overrides; `before` is the row's price without them. */
export type SettlePrices = (cells: Cell[], before: Cell, issues: RowIssue[]) => void;

/**
 * The price must be in the market's currency; otherwise the row has an error. Other amounts in another currency are left
 * out with a warning. Separate columns for amount and currency get the values of the price.
 */
export function createPriceSettler(columns: readonly Column[], currency: string): SettlePrices {
  const pricePlace = pricePlaceOf(columns);
  const amountPlace = columns.findIndex(({ type, from }) => type === "decimal" && from === "price_amount");
  const currencyPlace = columns.findIndex(({ from }) => from === "price_currency");
  const others = columns.flatMap((column, place) =>
    isMoney(column) && place !== pricePlace ? [{ column, place }] : [],
  );
  return (cells, before, issues) => {
    if (pricePlace !== -1 && (amountPlace !== -1 || currencyPlace !== -1)) agree(cells, before);
    const price = cells[pricePlace];
    if (isForeign(price, currency)) {
      issues.push(error("currency_mismatch", "price", `there is no price in ${currency}, the currency of the market`));
      return;
    }
    for (const { column, place } of others) {
      const cell = cells[place];
      if (Array.isArray(cell)) {
        const kept = cell.filter((item) => !isForeign(item, currency));
        if (kept.length === cell.length) continue;
        cells[place] = kept.length === 0 ? undefined : kept;
      } else if (isForeign(cell, currency)) cells[place] = undefined;
      else continue;
      issues.push(warning("currency_mismatch", column.name, `left out: must be in ${currency}, like the price`));
    }
  };

  /** A price that rules or overrides changed sets amount and currency; otherwise these set the price. */
  function agree(cells: Cell[], before: Cell): void {
    const price = cells[pricePlace];
    if (price !== before) {
      const [amount, named] = typeof price === "string" ? price.split(" ") : [];
      if (amountPlace !== -1) cells[amountPlace] = amount === undefined ? undefined : Number(amount);
      if (currencyPlace !== -1) cells[currencyPlace] = named;
      return;
    }
    if (amountPlace === -1 || currencyPlace === -1) return;
    const amount = cells[amountPlace];
    const named = cells[currencyPlace];
    if (typeof amount === "number" && typeof named === "string") cells[pricePlace] = priceText(amount, named);
  }
}

/** The index of the column with the product's price. */
export const pricePlaceOf = (columns: readonly Column[]): number =>
  columns.findIndex(({ type, from }) => type === "money" && from === "price_amount");

const MONEY_TYPES: ReadonlySet<Column["type"]> = new Set(["money", "sale_money", "shipping_money", "shipping"]);
const isMoney = ({ type }: Column): boolean => MONEY_TYPES.has(type);

const NAMED = / ([A-Z]{3})$/;

/** Whether an amount names another currency. */
function isForeign(amount: unknown, currency: string): boolean {
  if (typeof amount !== "string" || amount.endsWith(currency)) return false;
  return NAMED.test(amount);
}
