import { Readable } from "node:stream";
import type { Import } from "@skucast/contracts/imports/import";
import { CELL_OUTCOMES } from "@skucast/contracts/imports/report";
import type { SelectedResults } from "@skucast/db/imports/list-import-outcomes";
import type { FileReply } from "@skucast/http-kit/handler";
import { csvCell } from "../csv-cell.js";

const COLUMNS = ["line", "sku", "outcome", "is_warned"] as const;

/** CSV with a row for each row of an import's file: its outcome, and the outcome of the cell in each column. */
export function renderRowReport({ id, columns }: Import, blocks: AsyncIterable<SelectedResults>): FileReply {
  async function* texts(): AsyncGenerator<string> {
    yield `${[...COLUMNS, ...columns.map(({ name }) => csvCell(name))].join()}\r\n`;
    for await (const { results } of blocks) {
      yield results
        .map(({ line, sku, outcome, isWarned, cells }) => {
          const outcomes = columns.map((_, i) => CELL_OUTCOMES[Number(cells[i])] ?? "");
          return `${[line, csvCell(sku), outcome, isWarned, ...outcomes].join()}\r\n`;
        })
        .join("");
    }
  }
  const contentType = "text/csv; charset=utf-8";
  return { status: 200, stream: Readable.from(texts()), contentType, fileName: `${id}-rows.csv` };
}
