import type { LookupTable, LookupTablePatch } from "@skucast/contracts/lookup-tables/lookup-table";
import type { Call, WriteOptions } from "../call.js";
import { runChange } from "../transactions.js";
import { changeLookupTable } from "./change-lookup-table.js";
import { writeRows } from "./write-rows.js";

type UpdateCall = Call<{ id: string; patch: LookupTablePatch } & WriteOptions>;

/** Renames a lookup table, or sets and removes some of its rows. */
export function updateLookupTable(call: UpdateCall): Promise<LookupTable> {
  const { id, patch, precondition } = call.input;
  const entries = Object.entries(patch.rows ?? {});
  return runChange(call, "channels:write", (change) =>
    changeLookupTable(change, {
      id,
      name: patch.name,
      precondition,
      writeRows: entries.length === 0 ? undefined : () => writeRows(change, id, entries),
    }),
  );
}
