import type { Rollback } from "@skucast/contracts/feeds/feed";
import { newId } from "@skucast/contracts/ids";
import { Problem } from "@skucast/contracts/problem";
import type { Run } from "@skucast/contracts/runs/run";
import type { Call, WriteOptions } from "../call.js";
import { requireFound } from "../require-found.js";
import { runOf } from "../runs/run-row.js";
import { type Change, lockRow, runChange } from "../transactions.js";
import { renderFeed } from "./feed-row.js";

const DELIVERED = ["succeeded", "succeeded_with_errors"];
/** A skipped run made the same files as one that was delivered. */
const GOOD: ReadonlySet<string> = new Set([...DELIVERED, "skipped"]);

/** Queues a run that delivers the files of an earlier good run again, as long as they are kept. */
export function rollbackFeed(call: Call<{ feedId: string; rollback: Rollback } & WriteOptions>): Promise<Run> {
  const { feedId, rollback } = call.input;
  return runChange(call, "feeds:write", async (change) => {
    const { tx, workspaceId, now, append, audit } = change;
    await lockRow(change, "feeds", feedId);
    const feed = await renderFeed(
      change,
      requireFound(
        await tx.feed.findUnique({ where: { workspaceId_id: { workspaceId, id: feedId } } }),
        "feed",
        feedId,
      ),
    );
    if (feed.status === "archived") throw new Problem("conflict", "The feed is archived and runs no more.");
    if (feed.coverage === "delta") {
      const detail =
        "A feed of deltas cannot go back: earlier changes do not undo later ones. Mend the products and run it.";
      throw new Problem("conflict", detail);
    }
    const to = await chosenRun(change, { feedId, liveRunId: feed.live_run_id, runId: rollback.run_id });
    const id = newId("run", now.getTime());
    const times = { createdAt: now, updatedAt: now };
    const data = { workspaceId, id, feedId, status: "queued", trigger: "rollback", rollbackTo: to.id, ...times };
    const run = runOf(await tx.run.create({ data }));
    const queued = { id, feed_id: feedId, version: run.version };
    await append("feed.run.queued", queued, {});
    await audit("feed.reverted", feedId, { run: id, to: to.id, reason: rollback.reason ?? null });
    return run;
  });
}

/** The named run, or the last that was delivered before the live one. */
async function chosenRun(
  { tx, workspaceId }: Change,
  { feedId, liveRunId, runId }: { feedId: string; liveRunId: string | null; runId: string | undefined },
): Promise<Run> {
  if (runId !== undefined) {
    const run = runOf(
      requireFound(await tx.run.findFirst({ where: { workspaceId, feedId, id: runId } }), "run", runId),
    );
    const isWhole = run.coverage === "full";
    if (GOOD.has(run.status) && run.files_kept && isWhole) return run;
    const reason = !run.files_kept ? "keeps its files no more" : isWhole ? `is ${run.status}` : "has only changes";
    throw new Problem(
      "conflict",
      `The run ${runId} ${reason}; a feed can go back to a run that went well and keeps its files, of all rows.`,
    );
  }
  const live = liveRunId && (await tx.run.findFirst({ where: { workspaceId, id: liveRunId } }));
  // Going back twice goes back further, not to what was gone back from.
  const lt = live ? (live.rollbackTo ?? live.id) : "";
  const isWhole = { OR: [{ coverage: null }, { coverage: "full" }] };
  const where = { workspaceId, feedId, status: { in: DELIVERED }, filesDeletedAt: null, id: { lt }, ...isWhole };
  const before = await tx.run.findFirst({ where, orderBy: { id: "desc" } });
  if (!before) throw new Problem("conflict", "There is no earlier run whose files are kept.");
  return runOf(before);
}
