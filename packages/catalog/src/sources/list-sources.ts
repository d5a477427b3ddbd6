import type { Source } from "@skucast/contracts/sources/source";
import type { Call } from "../call.js";
import { type Page, type PageRequest, pageInPortions } from "../page.js";
import { runRead } from "../transactions.js";
import { renderSources } from "./source-row.js";

/** A page of sources, oldest first. */
export function listSources(call: Call<PageRequest>): Promise<Page<Source>> {
  return runRead(call, "products:read", (tx, workspaceId) =>
    pageInPortions(call.input, async ({ after, limit }) => {
      const where = { workspaceId, id: { gt: after } };
      const rows = await tx.source.findMany({ where, orderBy: { id: "asc" }, take: limit });
      return renderSources({ tx, workspaceId }, rows);
    }),
  );
}
