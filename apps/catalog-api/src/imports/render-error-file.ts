import { Readable } from "node:stream";
import type { ImportError } from "@skucast/contracts/imports/import";
import type { FileReply } from "@skucast/http-kit/handler";
import { csvCell } from "../csv-cell.js";

const COLUMNS = ["line", "sku", "pointer", "code", "message", "severity", "value", "column"] as const;

const FORMATS = {
  csv: {
    contentType: "text/csv; charset=utf-8",
    header: `${COLUMNS.join()}\r\n`,
    line: (error: ImportError) => `${COLUMNS.map((column) => csvCell(error[column])).join()}\r\n`,
  },
  jsonl: {
    contentType: "application/jsonl; charset=utf-8",
    header: "",
    line: (error: ImportError) =>
      `${JSON.stringify(Object.fromEntries(COLUMNS.map((column) => [column, error[column]])))}\n`,
  },
} as const;

/** The error file of an import, as a stream. */
export function renderErrorFile(
  importId: string,
  format: keyof typeof FORMATS,
  pages: AsyncIterable<readonly ImportError[]>,
): FileReply {
  const { contentType, header, line } = FORMATS[format];
  async function* texts(): AsyncGenerator<string> {
    if (header !== "") yield header;
    for await (const errors of pages) yield errors.map(line).join("");
  }
  return { status: 200, stream: Readable.from(texts()), contentType, fileName: `${importId}-errors.${format}` };
}
