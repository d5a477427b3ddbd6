import type { Run } from "@skucast/contracts/runs/run";
import { type Call, found, type Page, type PageRequest, pageOf, reading } from "../resources.js";
import { runOf } from "./run-row.js";

/** A page of a feed's runs, newest first. */
export function listRuns(call: Call<PageRequest & { feedId: string }>): Promise<Page<Run>> {
  const { after, limit, feedId } = call.input;
  return reading(call, "feeds:read", async (tx, workspaceId) => {
    found(await tx.feed.findUnique({ where: { workspaceId_id: { workspaceId, id: feedId } } }), "feed", feedId);
    const where = { workspaceId, feedId, ...(after !== "" && { id: { lt: after } }) };
    const rows = await tx.run.findMany({ where, orderBy: { id: "desc" }, take: limit + 1 });
    return pageOf(rows.map(runOf), limit);
  });
}
