import type { Run } from "@skucast/contracts/runs/run";
import type { Call, WriteOptions } from "../call.js";
import { acknowledgeIncident } from "../notifications/acknowledge-incident.js";
import { runChange } from "../transactions.js";
import { lockHeldRun, runEventObject } from "./held-run.js";
import { runOf } from "./run-row.js";

/** Discards a held run. The live files stay, and the feed continues with its next run. */
export function discardRun(call: Call<{ id: string; reason?: string | undefined } & WriteOptions>): Promise<Run> {
  const { id, reason, precondition } = call.input;
  return runChange(call, "feeds:write", async (change) => {
    const { tx, workspaceId, now, append, audit } = change;
    await lockHeldRun(change, id, precondition);
    const data = { status: "cancelled", finishedAt: now, version: { increment: 1 }, updatedAt: now };
    const run = runOf(await tx.run.update({ where: { workspaceId_id: { workspaceId, id } }, data }));
    await acknowledgeIncident(change, "run_held", run.feed_id);
    await append("feed.run.discarded", runEventObject(run), { status: "held" });
    await audit("run.discarded", id, reason === undefined ? {} : { reason });
    return run;
  });
}
