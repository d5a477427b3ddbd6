import { Problem } from "@skucast/contracts/problem";
import type { Run } from "@skucast/contracts/runs/run";
import { requireFound } from "../require-found.js";
import { type Change, lockRow } from "../transactions.js";
import { runOf } from "./run-row.js";

/** Locks a held run, through its feed, until the transaction ends. */
export async function lockHeldRun(change: Change, id: string, precondition?: (version: number) => void): Promise<Run> {
  const { tx, workspaceId } = change;
  const read = async () =>
    runOf(requireFound(await tx.run.findUnique({ where: { workspaceId_id: { workspaceId, id } } }), "run", id));
  const { feed_id } = await read();
  await lockRow(change, "feeds", feed_id);
  const run = await read();
  precondition?.(run.version);
  if (run.status !== "held") {
    throw new Problem("conflict", `The run is ${run.status}; only one that is held can be released or discarded.`);
  }
  return run;
}

/** The `object` of a run's events. */
export const runEventObject = ({ id, feed_id, status, counts, files, error, version }: Run) => ({
  id,
  feed_id,
  status,
  counts,
  files,
  error,
  version,
});
