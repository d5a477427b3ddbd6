import type { LookupTable } from "@skucast/contracts/lookup-tables/lookup-table";
import type { Call } from "../call.js";
import { type Page, type PageRequest, pageOf } from "../page.js";
import { runRead } from "../transactions.js";
import { lookupTableOf } from "./lookup-table-row.js";

/** A page of lookup tables, oldest first. */
export function listLookupTables(call: Call<PageRequest>): Promise<Page<LookupTable>> {
  const { after, limit } = call.input;
  return runRead(call, "channels:read", async (tx, workspaceId) => {
    const where = { workspaceId, id: { gt: after } };
    const rows = await tx.lookupTable.findMany({ where, orderBy: { id: "asc" }, take: limit + 1 });
    return pageOf(rows.map(lookupTableOf), limit);
  });
}
