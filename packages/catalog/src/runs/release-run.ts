import type { Run } from "@skucast/contracts/runs/run";
import type { Call, WriteOptions } from "../call.js";
import { runChange } from "../transactions.js";
import { assertChannelActive } from "./assert-channel-active.js";
import { lockHeldRun, runEventObject } from "./held-run.js";
import { runOf } from "./run-row.js";

/** Releases a held run; the exporter delivers its files at once. The feed's channel must be active. */
export function releaseRun(call: Call<{ id: string; reason: string } & WriteOptions>): Promise<Run> {
  const { id, reason, precondition } = call.input;
  return runChange(call, "feeds:write", async (change) => {
    const { tx, workspaceId, now, append, audit } = change;
    const held = await lockHeldRun(change, id, precondition);
    const feed = await tx.feed.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: held.feed_id } } });
    await assertChannelActive(change, feed.channelId, "release the run");
    const release = { reason, at: now.toISOString() };
    const data = { status: "delivering", release, version: { increment: 1 }, updatedAt: now };
    const run = runOf(await tx.run.update({ where: { workspaceId_id: { workspaceId, id } }, data }));
    const released = { ...runEventObject(run), release };
    const queued = { id, feed_id: run.feed_id, version: run.version };
    await append("feed.run.released", released, { status: "held" });
    await append("feed.run.queued", queued, {});
    await audit("run.released", id, { reason, tripped: run.guards.filter(({ verdict }) => verdict === "tripped") });
    return run;
  });
}
