import { newId } from "@skucast/contracts/ids";
import { Problem } from "@skucast/contracts/problem";
import type { Run } from "@skucast/contracts/runs/run";
import type { Call, WriteOptions } from "../call.js";
import { requireFound } from "../require-found.js";
import { lockRow, runChange } from "../transactions.js";
import { assertChannelActive } from "./assert-channel-active.js";
import { runOf } from "./run-row.js";

/**
 * Queues a run of a feed, or returns the one that is queued; the exporter starts it at once. With `coverage` full it
 * delivers all rows, even those that partners already have. An archived feed, or one whose channel is not active, cannot
 * be run.
 */
export function startRun(call: Call<{ feedId: string; coverage?: "full" | undefined } & WriteOptions>): Promise<Run> {
  const { feedId, coverage = null } = call.input;
  return runChange(call, "feeds:write", async (change) => {
    const { tx, workspaceId, now, append, audit } = change;
    await lockRow(change, "feeds", feedId);
    const feed = requireFound(
      await tx.feed.findUnique({ where: { workspaceId_id: { workspaceId, id: feedId } } }),
      "feed",
      feedId,
    );
    if (feed.status === "archived") throw new Problem("conflict", "The feed is archived and cannot be run.");
    await assertChannelActive(change, feed.channelId, "run its feeds");
    const waiting = await tx.run.findFirst({
      where: { workspaceId, feedId, status: "queued", ...(coverage && { rollbackTo: null }) },
      orderBy: { id: "asc" },
    });
    if (waiting) {
      if (coverage === null || waiting.coverage === coverage) return runOf(waiting);
      const where = { workspaceId_id: { workspaceId, id: waiting.id } };
      return runOf(await tx.run.update({ where, data: { coverage, version: { increment: 1 }, updatedAt: now } }));
    }
    const id = newId("run", now.getTime());
    const times = { createdAt: now, updatedAt: now };
    const data = { workspaceId, id, feedId, status: "queued", trigger: "manual", coverage, ...times };
    const run = runOf(await tx.run.create({ data }));
    const queued = { id, feed_id: feedId, version: run.version };
    await append("feed.run.queued", queued, {});
    await audit("run.started", id, { feed_id: feedId, name: feed.name, ...(coverage && { coverage }) });
    return run;
  });
}
