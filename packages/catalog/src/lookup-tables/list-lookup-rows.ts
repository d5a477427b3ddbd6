import type { LookupRow } from "@skucast/contracts/lookup-tables/lookup-table";
import type { Call } from "../call.js";
import type { Page, PageRequest } from "../page.js";
import { requireFound } from "../require-found.js";
import { runRead } from "../transactions.js";

type ListCall = Call<PageRequest & { id: string; prefix?: string | undefined }>;

/** A page of the rows of a lookup table, in order of key. */
export function listLookupRows(call: ListCall): Promise<Page<LookupRow>> {
  const { id, prefix, after, limit } = call.input;
  return runRead(call, "channels:read", async (tx, workspaceId) => {
    const table = await tx.lookupTable.findUnique({ where: { workspaceId_id: { workspaceId, id } } });
    requireFound(table, "lookup table", id);
    const rows = await tx.lookupRow.findMany({
      where: { workspaceId, tableId: id, key: { gt: after, ...(prefix !== undefined && { startsWith: prefix }) } },
      orderBy: { key: "asc" },
      take: limit + 1,
      select: { key: true, value: true },
    });
    const items = rows.slice(0, limit);
    return { items, next: rows.length > limit ? (items.at(-1)?.key ?? null) : null };
  });
}
