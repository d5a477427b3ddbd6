import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { Cell } from "../channel/cell.js";
import { cellText, itemsOf } from "./cell-text.js";
import { cleanText } from "./clean-text.js";
import type { TextFormat } from "./row-writer.js";

const HEADER = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel>
<title>Products</title>
<link/>
<description>One item for each product</description>
`;
const FOOTER = "</channel>\n</rss>\n";

/**
 * RSS 2.0 with the columns as elements of Google's namespace, one item a line. A list is an element for each of its
 * items; a column without a value has none. Code points that XML 1.0 (section 2.2) does not allow are left out, and a
 * carriage return is written as a reference, since readers take a plain one for a line feed (section 2.11).
 */
export const xmlRss: TextFormat = {
  extension: "xml",
  contentType: "application/rss+xml; charset=utf-8",
  collectsRows: false,
  writer: (columns) => ({ header: () => HEADER, row: (cells) => item(cells, columns), footer: () => FOOTER }),
};

function item(cells: readonly Cell[], columns: readonly Column[]): string {
  let line = "<item>";
  for (let place = 0; place < columns.length; place += 1) {
    const cell = cells[place];
    const column = columns[place];
    if (cell === undefined || cell === "" || column === undefined) continue;
    line += elements(cell, column);
  }
  return `${line}</item>\n`;
}

function elements(cell: Exclude<Cell, undefined>, column: Column): string {
  if (typeof cell === "string") return element(column.name, escaped(cell));
  if (Array.isArray(cell) && column.type === "comma_list") {
    return itemsOf(cell, column)
      .map((one) => element(column.name, escaped(String(one))))
      .join("");
  }
  if (Array.isArray(cell) && column.type === "shipping") {
    return cell.map((one) => element(column.name, shippingParts(String(one)))).join("");
  }
  return element(column.name, escaped(cellText(cell, column)));
}

const element = (name: string, content: string): string => `<g:${name}>${content}</g:${name}>`;

const SHIPPING_PARTS = ["country", "region", "service", "price"];

/** Parts without a value have no element. */
function shippingParts(text: string): string {
  const values = text.split(":");
  return SHIPPING_PARTS.map((part, i) => (values[i] ? element(part, escaped(values[i])) : "")).join("");
}

const SPECIAL = /[&<>"\r\ufffe\uffff]/;
const ALL_SPECIAL = new RegExp(SPECIAL, "g");
const WRITTEN: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\r": "&#13;",
};

function escaped(text: string): string {
  const clean = cleanText(text);
  return SPECIAL.test(clean) ? clean.replace(ALL_SPECIAL, (sign) => WRITTEN[sign] ?? "") : clean;
}
