import type { Source } from "@skucast/contracts/sources/source";
import type { Call } from "../call.js";
import { type Page, type PageRequest, pageOf } from "../page.js";
import { runRead } from "../transactions.js";
import { renderSources } from "./source-row.js";

/** A page of sources, oldest first. */
export function listSources(call: Call<PageRequest>): Promise<Page<Source>> {
  const { after, limit } = call.input;
  return runRead(call, "products:read", async (tx, workspaceId) => {
    const where = { workspaceId, id: { gt: after } };
    const rows = await tx.source.findMany({ where, orderBy: { id: "asc" }, take: limit + 1 });
    return pageOf(await renderSources({ tx, workspaceId }, rows), limit);
  });
}
