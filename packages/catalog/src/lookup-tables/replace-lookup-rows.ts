import type { LookupRowsReplace, LookupTable } from "@skucast/contracts/lookup-tables/lookup-table";
import type { Call, WriteOptions } from "../call.js";
import { runChange } from "../transactions.js";
import { changeLookupTable } from "./change-lookup-table.js";
import { readRows } from "./read-rows.js";
import { replaceRows } from "./write-rows.js";

type ReplaceCall = Call<{ id: string; content: LookupRowsReplace } & WriteOptions>;

/** Replaces all rows of a lookup table. A CSV file with an error changes nothing. */
export async function replaceLookupRows(call: ReplaceCall): Promise<LookupTable> {
  const { id, content, precondition } = call.input;
  const rows = await readRows(call, content);
  return runChange(call, "channels:write", (change) =>
    changeLookupTable(change, { id, precondition, writeRows: () => replaceRows(change, id, rows) }),
  );
}
