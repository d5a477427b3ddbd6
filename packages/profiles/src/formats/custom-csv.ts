import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { CsvForm } from "@skucast/contracts/channel-profiles/file-form";
import type { Cell } from "../channel/cell.js";
import { error, type RowIssue, warning } from "../channel/issue.js";
import { itemText, valueWriterFor } from "../values/write-values.js";
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
      const lineOf = createLineOf(columns, form);
      const encoded = (text: string) =>
        encoding.encode(encoding.replaced(text, (character) => nearestText(character, encoding)));
      return {
        header: () =>
          Buffer.concat([
            encoding.start,
            form.header ? encoded(lineOf(columns.map(({ name, header = name }) => header))) : new Uint8Array(),
          ]),
        row: (cells) => encoded(lineOf(cells)),
        footer: () => "",
      };
    },
  };
}

function createLineOf(columns: readonly Column[], form: CsvForm): (cells: readonly Cell[]) => string {
  const textsOf = createTextsOf(columns);
  const quote = quoterOf(form);
  const end = LINE_ENDS[form.line_end];
  return (cells) => textsOf(cells).map(quote).join(form.delimiter) + end;
}

function createTextsOf(columns: readonly Column[]): (cells: readonly Cell[]) => string[] {
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

/** The issues of a row of which a CSV file in this form cannot hold every character. */
export function textLossOf(columns: readonly Column[], form: CsvForm): (cells: readonly Cell[]) => readonly RowIssue[] {
  const encoding = encodingNamed(form.encoding);
  const textsOf = createTextsOf(columns);
  const issueOf = form.missing_characters === "refuse" ? error : warning;
  return (cells) => {
    const texts = textsOf(cells);
    return columns.flatMap((column, place): RowIssue[] => {
      const { name, format } = column;
      const cell = cells[place];
      const text = texts[place] ?? "";
      if (text === "") return [];
      const issues: RowIssue[] = [];
      const missing = encoding.missingIn(text);
      if (missing.length > 0) {
        const shown = missing.slice(0, SHOWN_MAX).join(" ");
        const outcome =
          form.missing_characters === "refuse"
            ? "must not have"
            : "written with the nearest letter or a question mark for";
        issues.push(issueOf("changed_by_format", name, `${outcome} ${shown}, which ${encoding.label} does not have`));
      }
      if (form.quoting === "none" && (text.includes(form.delimiter) || /[\r\n]/.test(text))) {
        issues.push(warning("changed_by_format", name, "written with spaces instead of delimiters and line breaks"));
      }
      const separator = format?.list_separator;
      if (separator !== undefined && Array.isArray(cell) && cell.some((item) => itemText(item).includes(separator))) {
        const message = `written with spaces instead of ${JSON.stringify(separator)} inside the items`;
        issues.push(warning("changed_by_format", name, message));
      }
      return issues;
    });
  };
}

const SHOWN_MAX = 10;
