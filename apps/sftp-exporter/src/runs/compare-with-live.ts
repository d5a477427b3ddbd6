import type { RunCounts } from "@skucast/contracts/runs/run";
import type { ExporterContext } from "../context.js";
import { compareRows } from "../rows/compare-rows.js";
import { indexOfRun } from "../rows/indexed-rows.js";
import type { ClaimedRun } from "./claimed-run.js";
import type { LiveRun } from "./load-work.js";

/** How a run's rows differ from the live ones. All null when there are no live rows to compare with. */
export interface LiveComparison extends Pick<RunCounts, "added" | "changed" | "removed"> {
  /** In percent. */
  readonly medianPriceChange: number | null;
}

const NOT_COMPARED: LiveComparison = { added: null, changed: null, removed: null, medianPriceChange: null };

export async function compareWithLive(
  { files }: ExporterContext,
  { run, live, rows, signal }: { run: ClaimedRun; live: LiveRun | null; rows: number; signal: AbortSignal },
): Promise<LiveComparison> {
  if (!live) return NOT_COMPARED;
  const before = indexOfRun(files, { ...run, id: live.id }, live.counts.written);
  const changes = await compareRows(before, indexOfRun(files, run, rows), { signal });
  if (!changes) return NOT_COMPARED; // the live run's files are in another store, or were removed manually
  const { medianPriceChangePercent, ...counts } = changes;
  return { ...counts, medianPriceChange: medianPriceChangePercent };
}
