import type { Column } from "@skucast/contracts/channel-profiles/column";
import { priceText } from "@skucast/contracts/money";
import { DELIVERY_TIMES } from "@skucast/contracts/products/channel-fields";
import { type Cell, decimalText, memberOf, type StoredProduct } from "./cell.js";
import { measureIn } from "./measure.js";
import { AMOUNTS } from "./money-parts.js";
import { type GivenValues, readValues } from "./read-value.js";
import { saleWindow } from "./sale-period.js";
import { contentOf } from "./unit-price.js";
import { type OtherOptions, optionsOf } from "./variant-options.js";

/** What a column's values depend on in addition to the product. */
export interface MappingContext {
  readonly now: Date;
  /** The country in which the channel sells. */
  readonly country: string;
  readonly otherOptions: OtherOptions;
  /** Whether rows have the sale price of a product. */
  readonly isSaleWritten: (product: StoredProduct) => boolean;
}

/** Converts the value of a product's field into a cell. */
export type MapValue = (value: unknown, product: StoredProduct) => Cell;

/**
 * The conversion for a column; undefined if the value is used as it is. The start of a sale is inclusive, its end
 * exclusive, and a missing bound is open.
 */
export function mapValueFor(
  column: Column,
  { country, otherOptions, isSaleWritten }: MappingContext,
): MapValue | undefined {
  if (column.type === "presence") return () => true;
  if (column.type === "absence") return () => false;
  if (column.from?.startsWith("custom_attributes.")) return customOf(column);
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
    case "unit_price":
      return contentOf;
    case "enum":
      return wordMap(column.words);
    case "text_list":
      return column.parts === undefined ? texts : groupsOf(column.parts, column.members ?? column.parts);
    case "comma_list":
    case "list":
      return listed;
    case "decimal_text":
      return (value) => decimalText(Number(value));
    case "measure":
      return measureOf(column);
    case "measures":
      return measures;
    case "money":
      return column.from === "cost_amount" ? cost : money;
    case "sale_money":
      return (value, product) => (isSaleWritten(product) ? money(value, product) : undefined);
    case "sale_window":
      return (_start, product) => saleWindow(product);
    case "shipping":
      return column.with_times ? shippingWithTimes : column.with_speed ? shippingWithSpeed : shipping;
    case "shipping_money":
      return shippingMoneyTo(country);
    case "variant_options":
      return (_value, product) => optionTexts(column.others_only ? otherOptions(product) : optionsOf(product));
    case "option_name":
      return (_value, product) => otherOptions(product)[column.place ?? 0]?.[0];
    case "option_value":
      return (_value, product) => otherOptions(product)[column.place ?? 0]?.[1];
  }
}

function wordMap(words: Column["words"]): MapValue | undefined {
  if (words === undefined) return undefined;
  const map = new Map(Object.entries(words));
  return (value) => map.get(String(value)) ?? String(value);
}

const listed: MapValue = (value) => (Array.isArray(value) && value.length > 0 ? value : undefined);

/** Strings; entries with members are JSON. */
const texts: MapValue = (value) => {
  const items: readonly unknown[] = Array.isArray(value) ? value : typeof value === "object" ? [value] : [];
  if (items.length === 0) return undefined;
  return items.every((item) => typeof item === "string") ? items : items.map(textOf);
};

const textOf = (item: unknown): string => (typeof item === "object" ? JSON.stringify(item) : String(item));

const money: MapValue = (amount, product) => priceText(Number(amount), String(product.price_currency));

/** A market's price does not change the currency of the cost. */
const cost: MapValue = (amount, { cost_currency, price_currency }) =>
  priceText(Number(amount), String(cost_currency ?? price_currency));

function measures(value: unknown): Cell {
  const sides = ["length", "width", "height"].map((side) => [side, memberOf(value, side)] as const);
  const texts = sides.filter(([, size]) => size !== undefined).map(([side, size]) => [side, decimalText(Number(size))]);
  return { ...Object.fromEntries(texts), unit: memberOf(value, "unit") };
}

/** A custom attribute is free text, or several ones, and is read like an override. */
function customOf(column: Column): MapValue {
  return (value, product) => readValues(column, value as GivenValues, String(product.price_currency));
}

/** The unit is in the same object as the number. */
function measureOf({ from = "", units }: Column): MapValue {
  const field = from.split(".")[0] ?? "";
  return (value, product) => measureIn(units, decimalText(Number(value)), String(memberOf(product[field], "unit")));
}

/** Entries as `part:part`. A colon separates parts, so only the last one keeps its own. */
function groupsOf(parts: readonly string[], members: readonly string[]): MapValue {
  const last = parts.length - 1;
  const entryText = (entry: unknown): string =>
    members
      .map((member, place) => {
        const value = memberOf(entry, member);
        if (AMOUNTS.has(member) && typeof value === "number")
          return priceText(value, String(memberOf(entry, "currency")));
        const text = value === undefined ? "" : String(value);
        return place === last ? text : text.replaceAll(":", " ");
      })
      .join(":")
      .replace(/:+$/, "");
  return (value) => {
    const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
    return entries.length === 0
      ? undefined
      : entries.map((entry) => (typeof entry === "object" ? entryText(entry) : String(entry)));
  };
}

/** The four parts of a shipping price. A colon or comma inside a part would be read as a separator, so it is replaced. */
function shipping(value: unknown, product: StoredProduct): Cell {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  return value.map((option) => shippingText(option, product));
}

/**
 * The same with times, if there are any: those of the option. The product's transit times apply to options without their
 * own; its handling times have columns of their own.
 */
function shippingWithTimes(value: unknown, product: StoredProduct): Cell {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  return value.map((option) => {
    const times = DELIVERY_TIMES.map((name) => timeOf(option, name, product)).join(":");
    return [shippingText(option, product), times].join(":").replace(/:+$/, "");
  });
}

const timeOf = (option: unknown, name: (typeof DELIVERY_TIMES)[number], product: StoredProduct): unknown =>
  memberOf(option, name) ?? (name.includes("transit") ? product[name] : undefined) ?? "";

/** The same with the days from order to delivery: handling, if it is known, and transit. */
function shippingWithSpeed(value: unknown, product: StoredProduct): Cell {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  return value.map((option) => {
    const [min, max] = (["min", "max"] as const).map((bound) => {
      const [handling, transit] = ([`${bound}_handling_days`, `${bound}_transit_days`] as const).map(
        (name) => memberOf(option, name) ?? product[name],
      );
      return transit === undefined ? undefined : Number(transit) + Number(handling ?? 0);
    });
    const days = min === undefined || max === undefined ? "" : `${min}-${max}`;
    const [country, region, service] = placeOf(option);
    return [country, region || "ALL", service || "Standard", days, shippingPrice(option, product)].join(":");
  });
}

const shippingText = (option: unknown, product: StoredProduct): string =>
  [...placeOf(option), shippingPrice(option, product)].join(":");

const placeOf = (option: unknown): string[] =>
  ["country", "region", "service"].map((part) => partOf(memberOf(option, part) ?? ""));

const shippingPrice = (option: unknown, { price_currency }: StoredProduct): string =>
  priceText(Number(memberOf(option, "price_amount")), String(memberOf(option, "price_currency") ?? price_currency));

const partOf = (value: unknown): string => String(value).replace(/[:,]/g, " ");

/** The shipping price to a country; undefined if prices cover only regions of it, or if there are several prices. */
function shippingMoneyTo(country: string): MapValue {
  return (value, product) => {
    const options = Array.isArray(value) ? value.filter((option) => memberOf(option, "country") === country) : [];
    const prices = new Set(
      options.map((option) =>
        priceText(
          Number(memberOf(option, "price_amount")),
          String(memberOf(option, "price_currency") ?? product.price_currency),
        ),
      ),
    );
    const isForAll = options.some((option) => memberOf(option, "region") === undefined);
    return isForAll && prices.size === 1 ? [...prices][0] : undefined;
  };
}

/** The first colon ends the name. Formats without elements cannot hold every value; see `optionText`. */
function optionTexts(options: ReturnType<typeof optionsOf>): Cell {
  return options.length === 0 ? undefined : options.map(([name, value]) => `${name.replaceAll(":", " ")}:${value}`);
}
