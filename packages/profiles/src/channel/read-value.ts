import type { Column } from "@skucast/contracts/channel-profiles/column";
import { moneyOf, priceText } from "@skucast/contracts/money";
import type { Cell } from "./cell.js";

/** What a constant or an override may be. */
export type Given = string | number | boolean;

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
const MONEY = /^(\d{1,10}(?:\.\d{1,4})?) ([A-Z]{3})$/;
const URL_START = /^https?:\/\/[^\s@/]+/i;

/**
 * The cell of a value that stands in for a product's own: from a rule or an override, so not checked before. Undefined
 * when the column cannot hold it. An amount for a money column is in `currency` unless it names another one.
 */
export function readValue(column: Column, given: Given, currency: string): Cell {
  switch (column.type) {
    case "text":
    case "moment":
    case "gtin":
    case "decimal_text":
    case "measure":
    case "sale_window":
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
    case "comma_list":
    case "list":
    case "shipping":
    case "variant_options":
      return [cleanText(String(given))];
    case "object":
    case "measures":
      return undefined;
  }
}

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
