import type { Column } from "@skucast/contracts/channel-profiles/column";
import { moneyOf, priceText } from "@skucast/contracts/money";
import type { Cell } from "./cell.js";

/** The value of a constant or an override. */
export type Given = string | number | boolean;

/** A value to read a column from: one, or several in a custom attribute. */
export type GivenValues = Given | readonly Given[];

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
const MONEY = /^(\d{1,10}(?:\.\d{1,4})?) ([A-Z]{3})$/;
const URL_START = /^https?:\/\/[^\s@/]+/i;

/**
 * Reads an unchecked value from a rule or an override as a cell. Undefined when the column cannot hold it. An amount
 * for a money column is in `currency` unless it contains another one.
 */
export function readValue(column: Column, given: Given, currency: string): Cell {
  switch (column.type) {
    case "text":
    case "moment":
    case "gtin":
    case "decimal_text":
    case "measure":
    case "sale_window":
    case "option_name":
    case "option_value":
      return cleanText(String(given));
    case "enum":
      return column.words?.[String(given)] ?? cleanText(String(given));
    case "url":
      return URL_START.test(String(given)) ? cleanText(String(given)) : undefined;
    case "integer":
    case "decimal":
      return readNumber(given, column.type === "integer");
    case "boolean":
    case "presence":
    case "absence":
      return given === true || given === "true" ? true : given === false || given === "false" ? false : undefined;
    case "money":
    case "sale_money":
    case "shipping_money":
      return readMoney(given, currency);
    case "list":
      return [cleanText(String(given))];
    case "comma_list":
    case "shipping":
    case "variant_options":
    case "text_list":
      return filled(itemsIn(column, String(given)));
    case "object":
    case "measures":
      return readObject(String(given));
    case "unit_price":
      return readObject(String(given)) ?? (isNestedPrice(column) ? undefined : cleanText(String(given)));
  }
}

/** Text in the channel's own notation passes where the price per unit has no objects inside. */
const isNestedPrice = ({ members = [] }: Column): boolean => members.includes("reference");

/** The same for several values: list columns keep them separate, others join them. */
export function readValues(column: Column, given: GivenValues, currency: string): Cell {
  if (typeof given !== "object") return readValue(column, given, currency);
  return LISTS.has(column.type)
    ? filled(given.map((item) => cleanText(String(item))))
    : readValue(column, given.map(String).join(", "), currency);
}

const LISTS: ReadonlySet<Column["type"]> = new Set(["comma_list", "list", "shipping", "variant_options", "text_list"]);

function filled(items: readonly (string | undefined)[]): readonly string[] | undefined {
  const found = items.filter((item) => item !== undefined);
  return found.length === 0 ? undefined : found;
}

const BEFORE_URL = /,\s*(?=https?:\/\/)/i;
/** An item in quotation marks, with inner ones doubled, or an item without a comma. */
const ITEM = /\s*(?:"((?:[^"]|"")*)"|([^,]*))\s*(?:,|$)/gy;

/** Splits a list in one string. Commas within URLs, and in columns with a single item, do not separate items. */
function itemsIn({ type, items_max }: Column, text: string): (string | undefined)[] {
  if (items_max === 1) return [cleanText(text)];
  if (URL_START.test(text)) return text.split(BEFORE_URL).map(cleanText);
  if (type !== "text_list") return text.split(",").map(cleanText);
  return Array.from(text.matchAll(ITEM), ([, quoted, plain]) =>
    cleanText(quoted?.replaceAll('""', '"') ?? plain ?? ""),
  );
}

/** A JSON object whose members are strings, numbers, booleans or such objects. */
function readObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is object {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const members = Object.values(value);
  return members.length > 0 && members.every((member) => SCALARS.has(typeof member) || isObject(member));
}

const SCALARS: ReadonlySet<string> = new Set(["string", "number", "boolean"]);

const cleanText = (text: string): string | undefined => text.toWellFormed().replace(CONTROLS, "").trim() || undefined;

function readNumber(given: Given, isWhole: boolean): number | undefined {
  const number = typeof given === "string" && given.trim() === "" ? Number.NaN : Number(given);
  return typeof given !== "boolean" && Number.isFinite(number) && (!isWhole || Number.isInteger(number))
    ? number
    : undefined;
}

function readMoney(given: Given, currency: string): string | undefined {
  const [, amount, named] = typeof given === "string" ? (MONEY.exec(given) ?? []) : [];
  const number = typeof given === "string" && given.trim() !== "" ? Number(amount ?? given) : given;
  const code = named ?? currency;
  if (typeof number !== "number" || !moneyOf(number, code).ok) return undefined;
  return priceText(number, code);
}
