import type { Run } from "@skucast/contracts/runs/run";
import type { Call } from "../call.js";
import { type Page, type PageRequest, pageOf } from "../page.js";
import { requireFound } from "../require-found.js";
import { runRead } from "../transactions.js";
import { runOf } from "./run-row.js";

interface Filter {
  /** Only runs of this feed. Default: of all feeds that the principal sees. */
  readonly feedId?: string | undefined;
  readonly status?: Run["status"] | undefined;
}

/** A page of runs, newest first. Throws not_found for a missing feed. */
export function listRuns(call: Call<PageRequest & Filter>): Promise<Page<Run>> {
  const { after, limit, feedId, status } = call.input;
  return runRead(call, "feeds:read", async (tx, workspaceId) => {
    if (feedId !== undefined)
      requireFound(
        await tx.feed.findUnique({ where: { workspaceId_id: { workspaceId, id: feedId } } }),
        "feed",
        feedId,
      );
    const filter = { ...(feedId !== undefined && { feedId }), ...(status !== undefined && { status }) };
    const where = { workspaceId, ...filter, ...(after !== "" && { id: { lt: after } }) };
    const rows = await tx.run.findMany({ where, orderBy: { id: "desc" }, take: limit + 1 });
    return pageOf(rows.map(runOf), limit);
  });
}
