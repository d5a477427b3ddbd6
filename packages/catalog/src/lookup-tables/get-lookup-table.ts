import type { LookupTable } from "@skucast/contracts/lookup-tables/lookup-table";
import type { Call } from "../call.js";
import { requireFound } from "../require-found.js";
import { runRead } from "../transactions.js";
import { lookupTableOf } from "./lookup-table-row.js";

export function getLookupTable(call: Call<{ id: string }>): Promise<LookupTable> {
  const { id } = call.input;
  return runRead(call, "channels:read", async (tx, workspaceId) => {
    const row = await tx.lookupTable.findUnique({ where: { workspaceId_id: { workspaceId, id } } });
    return lookupTableOf(requireFound(row, "lookup table", id));
  });
}
