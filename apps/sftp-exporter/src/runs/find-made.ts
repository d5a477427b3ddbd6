import type { RunCounts, RunDelivery, RunFile } from "@skucast/contracts/runs/run";
import type { ExporterContext } from "../context.js";
import { isWritten } from "../files/is-written.js";
import { runKey } from "../files/run-keys.js";
import type { ClaimedRun } from "./claimed-run.js";
import type { RunWork } from "./load-work.js";

/** Files that can be delivered, and to whom. */
export interface Deliverable {
  readonly files: readonly RunFile[];
  /** What manifest and trigger are named after. */
  readonly baseName: string;
  readonly counts: RunCounts;
  readonly deliveries: readonly RunDelivery[];
}

/** What a run that was delivering has made already, if all of it is there. Destinations that have it keep it. */
export async function findMade(
  { files: store }: ExporterContext,
  run: ClaimedRun,
  { feed, files, counts, deliveries }: RunWork,
): Promise<Deliverable | undefined> {
  if (run.was !== "delivering" || files.length === 0) return undefined;
  for (const file of files) {
    if (!(await isWritten(store, runKey(run, file.name), file))) return undefined;
  }
  return { files, baseName: feed.file_name, counts, deliveries };
}
