import type { Column } from "@skucast/contracts/channel-profiles/column";
import { partsIn } from "@skucast/contracts/channel-profiles/item-parts";
import type { ValueFormat } from "@skucast/contracts/channel-profiles/value-format";
import { type Cell, decimalText } from "../channel/cell.js";
import { itemsOf } from "../formats/cell-text.js";
import { cleanJson } from "../formats/clean-text.js";
import { compileDatePattern } from "./date-pattern.js";

/** What the written values are for: lists are joined only in a text file, and only JSON has numbers. */
export type ValueTarget = "text" | "elements" | "json";

/** The cells as the columns' formats write them. Checks and rules work on the cells before that. */
export type WriteValues = (cells: readonly Cell[]) => readonly Cell[];

/** Undefined if no column has a format of its own, so that most profiles cost nothing. */
export function valueWriterFor(columns: readonly Column[], target: ValueTarget): WriteValues | undefined {
  const writers = columns.map((column) => valueWriterOf(column, target));
  if (writers.every((write) => write === undefined)) return undefined;
  return (cells) =>
    writers.map((write, place) => {
      const cell = cells[place];
      return write === undefined || cell === undefined || cell === "" ? cell : write(cell);
    });
}

type Value = Exclude<Cell, undefined>;
type WriteValue = (value: Value) => Cell;

function valueWriterOf(column: Column, target: ValueTarget): WriteValue | undefined {
  const { type, format } = column;
  if (format === undefined) return undefined;
  switch (type) {
    case "money":
    case "sale_money":
    case "shipping_money":
      return moneyWriter(format, target);
    case "decimal":
    case "decimal_text":
    case "measure":
      return decimalWriter(format);
    case "moment":
    case "sale_window":
      return dateWriter(format);
    case "boolean":
    case "presence":
    case "absence":
      return wordWriter(format);
    case "comma_list":
    case "text_list":
    case "list":
    case "shipping":
    case "variant_options":
      return listWriter(column, format, target);
    case "text":
    case "url":
    case "enum":
    case "gtin":
    case "integer":
    case "option_name":
    case "option_value":
    case "object":
    case "measures":
    case "unit_price":
      return undefined;
  }
}

function moneyWriter(
  { decimal_separator = ".", thousands_separator = "", currency = "after" }: ValueFormat,
  target: ValueTarget,
): WriteValue | undefined {
  if (decimal_separator === "." && thousands_separator === "" && currency === "after") return undefined;
  const isNumber = target === "json" && currency === "none" && decimal_separator === "." && thousands_separator === "";
  return (value) => {
    const [amount = "", code] = String(value).split(" ");
    if (isNumber) return Number(amount);
    const [whole = "", fraction] = amount.split(".");
    const grouped = thousands_separator === "" ? whole : whole.replace(THOUSANDS, thousands_separator);
    const text = fraction === undefined ? grouped : grouped + decimal_separator + fraction;
    if (currency === "none" || code === undefined) return text;
    return currency === "before" ? `${code} ${text}` : `${text} ${code}`;
  };
}

const THOUSANDS = /\B(?=(?:\d{3})+$)/g;

function decimalWriter({ decimal_separator = "." }: ValueFormat): WriteValue | undefined {
  if (decimal_separator === ".") return undefined;
  return (value) => (typeof value === "number" ? decimalText(value) : String(value)).replace(".", decimal_separator);
}

function dateWriter({ date, time_zone }: ValueFormat): WriteValue | undefined {
  if (date === undefined) return undefined;
  const write = compileDatePattern(date, time_zone);
  return (value) =>
    String(value)
      .split("/")
      .map((each) => write(each) ?? each)
      .join("/");
}

function wordWriter(words: ValueFormat): WriteValue | undefined {
  if (words.true === undefined && words.false === undefined) return undefined;
  return (value) => (value === true ? (words.true ?? true) : value === false ? (words.false ?? false) : value);
}

/** An item must not contain the separator; see `fileLossOf` for the warning. */
function listWriter(column: Column, format: ValueFormat, target: ValueTarget): WriteValue | undefined {
  const withAmounts = amountsWriter(column, format, target);
  const { list_separator } = format;
  const separator = target === "text" ? list_separator : undefined;
  if (separator === undefined) {
    if (withAmounts === undefined) return undefined;
    return (value) => (Array.isArray(value) ? value.map(withAmounts) : value);
  }
  const textOf = (item: unknown): string =>
    (withAmounts ? String(withAmounts(item)) : itemText(item)).replaceAll(separator, " ");
  return (value) => (Array.isArray(value) ? itemsOf(value, column).map(textOf).join(separator) : value);
}

/**
 * Writes the amounts inside an item whose parts are separated by colons; undefined if the column has none. An amount that
 * would contain the separator of a text file stays as it is.
 */
function amountsWriter(
  column: Column,
  format: ValueFormat,
  target: ValueTarget,
): ((item: unknown) => unknown) | undefined {
  const { type } = column;
  const places = amountPlacesOf(column);
  const write = places.length === 0 ? undefined : moneyWriter(format, "text");
  if (write === undefined) return undefined;
  const separator = target === "text" ? (format.list_separator ?? (type === "shipping" ? "," : undefined)) : undefined;
  return (item) => {
    if (typeof item !== "string") return item;
    const parts = partsIn(item, Number.POSITIVE_INFINITY);
    for (const place of places) {
      const part = parts[place];
      if (part === undefined || !AMOUNT.test(part)) continue;
      const written = String(write(part));
      if (separator === undefined || !written.includes(separator)) parts[place] = written;
    }
    return parts.join(":");
  };
}

const AMOUNT = /^-?\d+(?:\.\d+)? [A-Z]{3}$/;

/** Places of amounts among the parts of an item. */
function amountPlacesOf({ type, with_speed, from, parts = [], members = parts }: Column): number[] {
  if (type === "shipping") return [with_speed ? 4 : 3];
  if (type !== "text_list" || from === undefined) return [];
  return members.flatMap((member, place) => (AMOUNT_MEMBERS.has(member) ? [place] : []));
}

/** Members of entries that are written with their currency. */
const AMOUNT_MEMBERS: ReadonlySet<string> = new Set(["amount", "downpayment"]);

/** The text of a list's item. */
export const itemText = (item: unknown): string =>
  typeof item === "object" && item !== null ? cleanJson(item) : String(item);
