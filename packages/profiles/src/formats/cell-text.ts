import type { Column } from "@skucast/contracts/channel-profiles/column";
import { partsIn } from "@skucast/contracts/channel-profiles/item-parts";
import { type Cell, decimalText } from "../channel/cell.js";
import { cleanJson } from "./clean-text.js";

/** The text of a non-string cell in CSV and TSV: plain numbers, lower-case booleans, lists and objects. */
export function cellText(cell: Exclude<Cell, string | undefined>, column: Column): string {
  if (typeof cell === "number") return decimalText(cell);
  if (typeof cell === "boolean") return cell ? "true" : "false";
  if (!Array.isArray(cell)) return cleanJson(cell);
  switch (column.type) {
    case "comma_list":
    case "shipping":
    case "variant_options":
      return itemsOf(cell, column)
        .map((item) => inCell(item, column))
        .join(",");
    case "text_list":
      return textList(
        itemsOf(cell, column).map((item) => inCell(item, column)),
        column,
      );
    default:
      return cleanJson(cell);
  }
}

const IS_URL = /^https?:\/\//i;

/**
 * An item of a list in a cell of CSV and TSV. It cannot have what separates items and parts: commas, except of URLs, and
 * colons inside parts other than the last become spaces, and times have no colons. `file-loss.ts` warns about that.
 */
export function writtenItem(item: unknown, column: Column): string {
  const text = String(item);
  switch (column.type) {
    case "comma_list":
      return IS_URL.test(text) ? text : text.replaceAll(",", " ");
    case "variant_options":
      return optionText(text);
    case "shipping":
      return text.replaceAll(",", " ");
    default:
      return column.parts === undefined ? text : withPlainTimes(text, column.parts.length);
  }
}

function withPlainTimes(item: string, count: number): string {
  if (!TIME.test(item)) return item;
  const parts = partsIn(item, count);
  return parts.map((part, place) => (place === count - 1 ? part : part.replace(ALL_TIMES, plainTime))).join(":");
}

const TIME = /T\d\d(?::\d\d)+(?:\.\d+)?(?:[+-]\d\d:\d\d)?/;
const ALL_TIMES = new RegExp(TIME, "g");
const plainTime = (time: string): string => time.replaceAll(":", "");

/** The same without the comma that separates items. */
function inCell(item: unknown, column: Column): string {
  const text = writtenItem(item, column);
  return column.type === "comma_list" ? text.replaceAll(",", "%2C") : text;
}

/** Items with a comma are quoted. In a column with a single item, the item is the whole cell. */
function textList(texts: readonly string[], { items_max }: Column): string {
  if (items_max === 1) return texts.join(",");
  return texts.map((text) => (NEEDS_QUOTES.test(text) ? quoted(text) : text)).join(",");
}

/** An option such as `Size:1.5`: a comma would end it, and another colon its value, so they become spaces. */
export function optionText(option: unknown): string {
  const text = String(option).replaceAll(",", " ");
  const start = text.indexOf(":") + 1;
  return text.slice(0, start) + text.slice(start).replaceAll(":", " ");
}

const NEEDS_QUOTES = /[",]/;
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Whether the first item of a list is written in quotation marks, which then begin the cell. */
export function beginsQuoted(cell: Cell, { type, items_max }: Column): cell is readonly unknown[] {
  return type === "text_list" && items_max !== 1 && Array.isArray(cell) && NEEDS_QUOTES.test(String(cell[0] ?? ""));
}

/** A list with every item in quotation marks. */
export const quotedList = (cell: readonly unknown[], column: Column): string =>
  itemsOf(cell, column)
    .map((item) => quoted(inCell(item, column)))
    .join(",");

/** The items of a list up to the channel's limit. */
export function itemsOf(list: readonly unknown[], { items_max }: Column): readonly unknown[] {
  return items_max === undefined ? list : list.slice(0, items_max);
}
