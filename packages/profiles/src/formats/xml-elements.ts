import type { Column } from "@skucast/contracts/channel-profiles/column";
import { partNamesOf, partsIn } from "@skucast/contracts/channel-profiles/item-parts";
import type { Cell } from "../channel/cell.js";
import { cellText, itemsOf } from "./cell-text.js";
import { cleanText } from "./clean-text.js";

/** The elements of a cell in `tag`, which may be a path; `partTag` gives the element of a part of an item. */
export function elementsOf(
  cell: Exclude<Cell, undefined>,
  column: Column,
  tag: string,
  partTag: (part: string) => string,
): string {
  if (typeof cell === "string") return element(tag, escaped(cell));
  const parts = partNamesOf(column);
  const isList = parts !== undefined || column.type === "comma_list" || column.type === "text_list";
  if (column.type === "unit_price" && typeof cell === "object") return element(tag, members(cell, partTag));
  if (!Array.isArray(cell) || !(isList || column.item_element !== undefined)) {
    return element(tag, escaped(cellText(cell, column)));
  }
  const itemTag = column.item_element ?? tag;
  const items = itemsOf(cell, column)
    .map((one) => element(itemTag, contentOf(one, parts, partTag)))
    .join("");
  return column.item_element === undefined ? items : element(tag, items);
}

/** The content of an item's element: nested elements for an object and for text with parts. */
function contentOf(item: unknown, parts: readonly string[] | undefined, partTag: (part: string) => string): string {
  if (typeof item === "object" && item !== null) return members(item, partTag);
  return parts === undefined ? escaped(String(item)) : nested(String(item), parts, partTag);
}

/** An element; a path such as `video/url` gives nested ones. */
const element = (path: string, content: string): string =>
  path.includes("/")
    ? path.split("/").reduceRight((inner, tag) => `<${tag}>${inner}</${tag}>`, content)
    : `<${path}>${content}</${path}>`;

const members = (value: object, partTag: (part: string) => string): string =>
  Object.entries(value)
    .map(([name, member]) =>
      element(partTag(name), typeof member === "object" ? members(member, partTag) : escaped(String(member))),
    )
    .join("");

/** Empty parts have no element; the last part contains the rest, with its colons. */
function nested(text: string, parts: readonly string[], partTag: (part: string) => string): string {
  const values = partsIn(text, parts.length);
  return parts.map((part, i) => (values[i] ? element(partTag(part), escaped(values[i])) : "")).join("");
}

const SPECIAL = /[&<>"\r]/;
const ALL_SPECIAL = new RegExp(SPECIAL, "g");
const WRITTEN: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\r": "&#13;",
};

/** Text for the content of an element, without code points that XML 1.0 (section 2.2) does not allow. */
export function escaped(text: string): string {
  const clean = cleanText(text);
  return SPECIAL.test(clean) ? clean.replace(ALL_SPECIAL, (character) => WRITTEN[character] ?? "") : clean;
}
