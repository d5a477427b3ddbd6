import { priceText } from "@skucast/contracts/money";
import type { Column } from "../profiles/profile.js";
import { type Cell, decimalText, memberOf, type StoredProduct } from "./cell.js";

/** Makes a cell of a product's field; the field has a value. */
export type MapValue = (value: unknown, product: StoredProduct) => Cell;

/**
 * How the values of a column are made. Sale windows are applied here, at `now`: the start belongs to the sale, the end
 * does not; a missing bound is open.
 */
export function mapValueFor(column: Column, now: Date): MapValue | undefined {
  switch (column.type) {
    case "text":
    case "url":
    case "moment":
    case "gtin":
    case "integer":
    case "decimal":
    case "boolean":
    case "object":
      return undefined;
    case "enum":
      return wordMap(column.words);
    case "comma_list":
    case "list":
      return (value) => (Array.isArray(value) && value.length > 0 ? value : undefined);
    case "decimal_text":
      return (value) => decimalText(Number(value));
    case "measures":
      return measures;
    case "presence":
      return () => true;
    case "money":
      return money;
    case "sale_money":
      return (value, product) => (isOnSale(product, now.getTime()) ? money(value, product) : undefined);
  }
}

function wordMap(words: Column["words"]): MapValue | undefined {
  if (words === undefined) return undefined;
  const map = new Map(Object.entries(words));
  return (value) => map.get(String(value)) ?? String(value);
}

const money: MapValue = (amount, product) => priceText(Number(amount), String(product.price_currency));

function isOnSale({ sale_price_starts_at, sale_price_ends_at }: StoredProduct, now: number): boolean {
  if (typeof sale_price_starts_at === "string" && Date.parse(sale_price_starts_at) > now) return false;
  return !(typeof sale_price_ends_at === "string" && Date.parse(sale_price_ends_at) <= now);
}

function measures(value: unknown): Cell {
  const sides = ["length", "width", "height"].map((side) => [side, memberOf(value, side)] as const);
  const texts = sides.filter(([, size]) => size !== undefined).map(([side, size]) => [side, decimalText(Number(size))]);
  return { ...Object.fromEntries(texts), unit: memberOf(value, "unit") };
}
