import type { LookupRowsReplace, LookupTable } from "@skucast/contracts/lookup-tables/lookup-table";
import { readCsvRows } from "@skucast/contracts/lookup-tables/read-csv";
import { validationFailed } from "@skucast/contracts/problem";
import type { Call, WriteOptions } from "../call.js";
import { runChange } from "../transactions.js";
import { changeLookupTable } from "./change-lookup-table.js";
import { replaceRows } from "./write-rows.js";

type ReplaceCall = Call<{ id: string; content: LookupRowsReplace } & WriteOptions>;

/** Replaces all rows of a lookup table. A CSV file with an error changes nothing. */
export async function replaceLookupRows(call: ReplaceCall): Promise<LookupTable> {
  const { id, content, precondition } = call.input;
  const rows = rowsOf(content);
  return runChange(call, "channels:write", (change) =>
    changeLookupTable(change, { id, precondition, writeRows: () => replaceRows(change, id, rows) }),
  );
}

function rowsOf({ rows, csv }: LookupRowsReplace): Iterable<readonly [string, string]> {
  if (csv === undefined) return Object.entries(rows ?? {});
  const read = readCsvRows(csv);
  if (!read.ok) throw validationFailed([...read.faults]);
  return read.rows;
}
