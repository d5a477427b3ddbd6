import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { CsvForm } from "@skucast/contracts/channel-profiles/file-form";
import type { Cell } from "../channel/cell.js";
import { valueWriterFor } from "../values/write-values.js";
import { cellText } from "./cell-text.js";
import { cleanText } from "./clean-text.js";
import { encodingNamed, nearestText } from "./encodings.js";
import type { Format } from "./row-writer.js";

const LINE_ENDS = { lf: "\n", crlf: "\r\n" } as const;
/** What a cell without quotes cannot contain, whatever the delimiter. */
const BREAKS = /\r\n|[\n\r]/g;

/** CSV in the form that a profile describes. */
export function customCsv(form: CsvForm): Format {
  const { label } = encodingNamed(form.encoding);
  return {
    extension: "csv",
    contentType: `text/csv; charset=${label.toLowerCase()}`,
    collectsRows: false,
    writer: (columns) => {
      const encoding = encodingNamed(form.encoding);
      const lineOf = createLineOf(form);
      const textsOf = createTextsOf(columns);
      const headers = columns.map(({ name, header = name }) => cleanText(header));
      return {
        header: () =>
          Buffer.concat([encoding.start, form.header ? encoding.encode(lineOf(headers)) : new Uint8Array()]),
        row: (cells) => encoding.encode(lineOf(textsOf(cells))),
        footer: () => "",
      };
    },
  };
}

/** Missing characters are replaced before cells are quoted: a full-width semicolon may become a delimiter. */
function createLineOf(form: CsvForm): (texts: readonly string[]) => string {
  const encoding = encodingNamed(form.encoding);
  const quote = quoterOf(form);
  const end = LINE_ENDS[form.line_end];
  const written = (text: string) => quote(encoding.replaced(text, (character) => nearestText(character, encoding)));
  return (texts) => texts.map(written).join(form.delimiter) + end;
}

/** Creates the function that returns the text of each cell, before it is encoded and quoted. */
export function createTextsOf(columns: readonly Column[]): (cells: readonly Cell[]) => string[] {
  const write = valueWriterFor(columns, "text");
  return (cells) => {
    const written = write ? write(cells) : cells;
    return columns.map((column, place) => {
      const cell = written[place];
      return cell === undefined ? "" : cleanText(typeof cell === "string" ? cell : cellText(cell, column));
    });
  };
}

function quoterOf({ delimiter, quote, quoting }: CsvForm): (text: string) => string {
  if (quoting === "none") return (text) => text.replace(BREAKS, " ").replaceAll(delimiter, " ");
  const quoted = (text: string) => quote + text.replaceAll(quote, quote + quote) + quote;
  if (quoting === "all") return quoted;
  const special = new RegExp(`[${quote}${delimiter === "|" ? "\\|" : delimiter}\n\r]`);
  return (text) => (special.test(text) ? quoted(text) : text);
}
