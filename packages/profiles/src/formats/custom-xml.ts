import type { Column } from "@skucast/contracts/channel-profiles/column";
import { isXmlName, type XmlForm } from "@skucast/contracts/channel-profiles/file-form";
import type { Cell } from "../channel/cell.js";
import { valueWriterFor } from "../values/write-values.js";
import { elementNameOf, elementPathsOf, type NameRules } from "./element-names.js";
import { encodingNamed } from "./encodings.js";
import type { Format } from "./row-writer.js";
import { elementsOf, escaped } from "./xml-elements.js";

/** The element of a column as the profile names it, or the column's name if it names none. */
export const elementOf = ({ name, header = name, element = header }: Column): string =>
  isXmlName(element) ? element : name;

/** XML in the form that a profile describes, one item per line; an empty column has no element. */
export function customXml({ root, item, namespaces, encoding: named, line_end }: XmlForm): Format {
  const encoding = encodingNamed(named);
  const end = line_end === "crlf" ? "\r\n" : "\n";
  const attributes = Object.entries(namespaces)
    .map(([prefix, uri]) => ` xmlns:${prefix}="${escaped(uri)}"`)
    .join("");
  const rules: NameRules = {
    isPrefix: (prefix) => Object.hasOwn(namespaces, prefix),
    isWritable: (character) => encoding.missingIn(character).length === 0,
  };
  const encoded = (text: string) =>
    encoding.encode(encoding.replaced(text, (character) => `&#${character.codePointAt(0)};`));
  return {
    extension: "xml",
    contentType: `application/xml; charset=${encoding.label.toLowerCase()}`,
    collectsRows: false,
    writer: (columns) => {
      const itemOf = createItemOf(columns, item, rules);
      return {
        header: () =>
          Buffer.concat([
            encoding.start,
            encoded(`<?xml version="1.0" encoding="${encoding.label}"?>${end}<${root}${attributes}>${end}`),
          ]),
        row: (cells) => encoded(itemOf(cells) + end),
        footer: () => encoded(`</${root}>${end}`),
      };
    },
  };
}

function createItemOf(given: readonly Column[], item: string, rules: NameRules): (cells: readonly Cell[]) => string {
  const write = valueWriterFor(given, "elements");
  const tags = elementPathsOf(given.map(elementOf), rules);
  const columns = given.map(withElements);
  return (cells) => {
    const written = write ? write(cells) : cells;
    let line = `<${item}>`;
    for (let place = 0; place < columns.length; place += 1) {
      const cell = written[place];
      const column = columns[place];
      if (cell === undefined || cell === "" || column === undefined) continue;
      line += elementsOf(cell, column, tags[place] ?? "", (part) => elementNameOf(part, rules));
    }
    return `${line}</${item}>`;
  };
}

/** In a partner's XML, a list has elements. RSS has JSON, which an import reads without a doubt. */
const withElements = (column: Column): Column => (column.type === "list" ? { ...column, type: "text_list" } : column);
