import { Readable } from "node:stream";
import type { Import } from "@skucast/contracts/imports/import";
import { CELL_OUTCOMES, cellCountsOf } from "@skucast/contracts/imports/report";
import type { FileReply } from "@skucast/http-kit/handler";
import { csvCell } from "../csv-cell.js";

/** CSV with a row for each column of an import's file: its fields, and what became of its cells. */
export function renderReport({ id, columns }: Import): FileReply {
  const lines = columns.map(({ name, fields, cells = cellCountsOf([]) }) => [
    name,
    fields.join(" "),
    ...CELL_OUTCOMES.map((outcome) => cells[outcome]),
  ]);
  const text = [["column", "fields", ...CELL_OUTCOMES], ...lines]
    .map((cells) => `${cells.map(csvCell).join()}\r\n`)
    .join("");
  const contentType = "text/csv; charset=utf-8";
  return { status: 200, stream: Readable.from([text]), contentType, fileName: `${id}-report.csv` };
}
