import type { Column } from "@skucast/contracts/channel-profiles/column";
import { type Cell, decimalText } from "../channel/cell.js";
import { cleanJson } from "./clean-text.js";

/** The text of a non-string cell in CSV and TSV: plain numbers, lower-case booleans, lists and objects. */
export function cellText(cell: Exclude<Cell, string | undefined>, column: Column): string {
  if (typeof cell === "number") return decimalText(cell);
  if (typeof cell === "boolean") return cell ? "true" : "false";
  if (Array.isArray(cell) && column.type === "comma_list") {
    return itemsOf(cell, column)
      .map((item) => String(item).replaceAll(",", "%2C"))
      .join(",");
  }
  if (Array.isArray(cell) && column.type === "text_list") return textList(itemsOf(cell, column), column);
  if (Array.isArray(cell) && column.type === "variant_options") return cell.map(optionText).join(",");
  if (Array.isArray(cell) && column.type === "shipping") return cell.join(",");
  return cleanJson(cell);
}

/** Items with a comma are quoted. In a column with a single item, the item is the whole cell. */
function textList(items: readonly unknown[], { items_max }: Column): string {
  const texts = items.map(String);
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
    .map((item) => quoted(String(item)))
    .join(",");

/** The items of a list up to the channel's limit. */
export function itemsOf(list: readonly unknown[], { items_max }: Column): readonly unknown[] {
  return items_max === undefined ? list : list.slice(0, items_max);
}
