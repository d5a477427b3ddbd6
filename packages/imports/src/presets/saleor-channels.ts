import type { RawRow } from "../row.js";
import { plainNumber } from "../values/decimal.js";
import { readBoolean } from "../values/words.js";
import { placeOf } from "./preset.js";
import { pricesFrom } from "./product-with-variants.js";
import { cellOf, hasCells, withCells } from "./shaped-rows.js";

const CHANNEL_PRICE = /^(.+)_channel_price_amount$/;

/** The channels of a file, by the plain names of its columns. The first one is the shop's. */
export const channelsIn = (names: readonly string[]): readonly string[] =>
  names.flatMap((name) => CHANNEL_PRICE.exec(name)?.[1] ?? []);

/** The columns with the currency of a channel, the first one that a file has counts. */
export const currencyColumns = (channel: string): readonly string[] =>
  ["variant_currency_code", "product_currency_code", "currency_code"].map((name) => `${channel}_channel_${name}`);

/**
 * The columns of which the first one that a file has takes the prices by market: those that say nothing else about a product,
 * otherwise that with the currency of the second channel.
 */
export const marketsColumns = ([, second]: readonly string[]): readonly string[] =>
  second === undefined
    ? []
    : [
        "charge_taxes",
        ...["visible_in_listings", "searchable"].map((name) => `${second}_channel_${name}`),
        ...currencyColumns(second),
      ];

/** Joins the prices of further channels in other currencies, as prices by market. Channels that hide a product are left out. */
export function marketsShaper(columns: readonly string[], channels: readonly string[]): (row: RawRow) => RawRow {
  const places = channels.map((channel) => ({
    currency: placeOf(columns, ...currencyColumns(channel)),
    price: placeOf(columns, `${channel}_channel_price_amount`),
    paid: placeOf(columns, `${channel}_channel_discounted_price_amount`),
    published: placeOf(columns, `${channel}_channel_published`),
  }));
  const target = placeOf(columns, ...marketsColumns(channels));
  const [main, ...others] = places;
  if (main === undefined || target < 0) return (row) => row;
  return (row) => {
    if (!hasCells(row)) return row;
    const { cells } = row;
    const found = new Map([[cellOf(cells, main.currency), undefined as object | undefined]]);
    for (const { currency, price, paid, published } of others) {
      const code = cellOf(cells, currency);
      const regular = plainNumber(cellOf(cells, price));
      const isHidden = readBoolean(cellOf(cells, published)) === false;
      if (code === "" || found.has(code) || regular === undefined || isHidden) continue;
      const prices = pricesFrom(plainNumber(cellOf(cells, paid)) ?? regular, regular);
      const sale = prices.sale_price_amount;
      found.set(code, { currency: code, amount: prices.price_amount, ...(sale !== null && { sale_amount: sale }) });
    }
    const markets = [...found.values()].filter((entry) => entry !== undefined);
    return withCells(row, new Map([[target, markets.length === 0 ? "" : JSON.stringify(markets)]]));
  };
}
