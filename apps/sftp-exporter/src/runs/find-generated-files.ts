import type { RunCounts, RunDelivery, RunFile } from "@skucast/contracts/runs/run";
import type { ExporterContext } from "../context.js";
import { isIntact } from "../files/is-intact.js";
import { runKey } from "../files/run-keys.js";
import type { ClaimedRun } from "./claimed-run.js";
import type { RunWork } from "./load-work.js";

/** Files and the destinations they are delivered to. */
export interface Deliverable {
  readonly files: readonly RunFile[];
  /** The manifest or trigger file is named after it. */
  readonly baseName: string;
  readonly counts: RunCounts;
  readonly deliveries: readonly RunDelivery[];
}

/**
 * The files that a previous exporter generated for a run that was already delivering, if all of them are intact. They are not
 * sent again to destinations that have received them.
 */
export async function findGeneratedFiles(
  { files: store }: ExporterContext,
  run: ClaimedRun,
  { fileName, files, counts, deliveries }: RunWork,
): Promise<Deliverable | undefined> {
  if (run.was !== "delivering" || files.length === 0) return undefined;
  for (const file of files) {
    if (!(await isIntact(store, runKey(run, file.name), file))) return undefined;
  }
  return { files, baseName: fileName, counts, deliveries };
}
