import type { Rollback } from "@skucast/contracts/feeds/feed";
import { newId } from "@skucast/contracts/ids";
import { Problem } from "@skucast/contracts/problem";
import type { Run } from "@skucast/contracts/runs/run";
import type { Call, WriteOptions } from "../call.js";
import { requireFound } from "../require-found.js";
import { assertChannelActive } from "../runs/assert-channel-active.js";
import { runOf } from "../runs/run-row.js";
import { type Change, lockRow, runChange } from "../transactions.js";
import { renderFeed } from "./feed-row.js";

const DELIVERED = ["succeeded", "succeeded_with_errors"];
/** A skipped run has the same files as a delivered one. */
const GOOD: ReadonlySet<string> = new Set([...DELIVERED, "skipped"]);

/**
 * Queues a run that delivers the files of an earlier good run again, if they are still stored. The channel must be active.
 */
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
    if (feed.status === "archived") throw new Problem("conflict", "The feed is archived and cannot be run.");
    await assertChannelActive(change, feed.channel_id, "roll the feed back");
    if (feed.coverage === "delta") {
      const detail =
        "A delta feed cannot be rolled back, because earlier changes do not undo later ones. Correct the products and run it.";
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

/** The requested run, or the last one that was delivered before the live run. */
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
    const reason = !run.files_kept ? "no longer has its files" : isWhole ? `is ${run.status}` : "has only changes";
    throw new Problem(
      "conflict",
      `The run ${runId} ${reason}; a feed can be rolled back to a successful run that still has its files, with all rows.`,
    );
  }
  const live = liveRunId && (await tx.run.findFirst({ where: { workspaceId, id: liveRunId } }));
  // A second rollback goes further back, not forward to the run that the first one replaced.
  const lt = live ? (live.rollbackTo ?? live.id) : "";
  const isWhole = { OR: [{ coverage: null }, { coverage: "full" }] };
  const where = { workspaceId, feedId, status: { in: DELIVERED }, filesDeletedAt: null, id: { lt }, ...isWhole };
  const before = await tx.run.findFirst({ where, orderBy: { id: "desc" } });
  if (!before) throw new Problem("conflict", "There is no earlier run whose files are still stored.");
  return runOf(before);
}
