import type { RunCounts, RunDelivery } from "@skucast/contracts/runs/run";
import type { ExporterContext } from "../context.js";
import { findWritten } from "../files/find-written.js";
import { runFolder } from "../files/run-folder.js";
import type { RunWork } from "./load-work.js";
import type { ClaimedRun, LocalFile } from "./run-work.js";

/** Files that can be delivered, and to whom. */
export interface Deliverable {
  readonly files: readonly LocalFile[];
  /** What manifest and trigger are named after. */
  readonly baseName: string;
  readonly counts: RunCounts;
  readonly deliveries: readonly RunDelivery[];
}

/** What a run that was delivering has made already, if all of it is there. Destinations that have it keep it. */
export async function findMade(
  { settings }: ExporterContext,
  run: ClaimedRun,
  { feed, files, counts, deliveries }: RunWork,
): Promise<Deliverable | undefined> {
  if (run.was !== "delivering" || files.length === 0) return undefined;
  const folder = runFolder(settings.filesDir, run);
  const found: LocalFile[] = [];
  for (const file of files) {
    const path = await findWritten(folder, file);
    if (path === undefined) return undefined;
    found.push({ ...file, path });
  }
  return { files: found, baseName: feed.file_name, counts, deliveries };
}
