import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { Cell } from "../channel/cell.js";
import { elementNameOf, elementPathsOf } from "./element-names.js";
import type { TextFormat, TextWriter, WriterOptions } from "./row-writer.js";
import { elementsOf, escaped } from "./xml-elements.js";

const HEADER = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel>
<title>Products</title>
`;
const DESCRIPTION = "<description>One item for each product</description>\n";
const FOOTER = "</channel>\n</rss>\n";

/**
 * RSS 2.0 with the columns as elements of Google's namespace, one item per line. A list has one element for each item; an
 * empty column has none. Code points that XML 1.0 (section 2.2) does not allow are removed. A carriage return is written as
 * a character reference, because readers turn a plain one into a line feed (section 2.11).
 */
export const xmlRss: TextFormat = {
  extension: "xml",
  contentType: "application/rss+xml; charset=utf-8",
  collectsRows: false,
  writer: createWriter,
};

/**
 * RSS requires the URL of the channel's website. If it is not known, it is the origin of the first product's link. It is then
 * written after the items, so that they need not wait for it; the order of a channel's elements does not matter.
 */
function createWriter(given: readonly Column[], { website }: WriterOptions = {}): TextWriter {
  const columns = given.map(withKnownPrefix);
  const linkPlace = columns.findIndex(({ from }) => from === "url");
  const names = columns.map(({ name }) => name);
  const tags = elementPathsOf(names, RULES).map((path) => path.replaceAll(/^|(?<=\/)/g, "g:"));
  let found: string | undefined;
  return {
    header: () => HEADER + (website === undefined ? "" : websiteElement(website)) + DESCRIPTION,
    row: (cells) => {
      if (website === undefined) found ??= originOf(cells[linkPlace]);
      return item(cells, columns, tags);
    },
    footer: () => (website === undefined ? websiteElement(found ?? "") : "") + FOOTER,
  };
}

const websiteElement = (url: string): string => `<link>${escaped(url)}</link>\n`;

/** Undefined if the cell is not the URL of a website. */
function originOf(cell: Cell): string | undefined {
  if (typeof cell !== "string" || !/^https?:/i.test(cell) || !URL.canParse(cell)) return undefined;
  return `${new URL(cell).origin}/`;
}

function item(cells: readonly Cell[], columns: readonly Column[], tags: readonly string[]): string {
  let line = "<item>";
  for (let place = 0; place < columns.length; place += 1) {
    const cell = cells[place];
    const column = columns[place];
    if (cell === undefined || cell === "" || column === undefined) continue;
    line += elementsOf(cell, column, tags[place] ?? "", partTag);
  }
  return `${line}</item>\n`;
}

/** An element of items has no other prefix than the file's. */
function withKnownPrefix(column: Column): Column {
  const { item_element } = column;
  if (item_element === undefined) return column;
  return { ...column, item_element: elementNameOf(item_element, { isPrefix: (prefix) => prefix === "g" }) };
}

/** All elements have the prefix `g`, so that a name has none of its own. */
const RULES = { isPrefix: () => false };

const partTag = (part: string): string => `g:${elementNameOf(part, RULES)}`;
