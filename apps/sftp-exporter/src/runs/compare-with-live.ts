import type { RunCounts } from "@skucast/contracts/runs/run";
import type { ExporterContext } from "../context.js";
import { compareRows } from "../rows/compare-rows.js";
import { indexOfRun } from "../rows/indexed-rows.js";
import type { ClaimedRun } from "./claimed-run.js";
import type { LiveRun } from "./load-work.js";

/** How a run's rows differ from the live ones; all null when there is nothing to compare with. */
export interface LiveComparison extends Pick<RunCounts, "added" | "changed" | "removed"> {
  /** In percent. */
  readonly medianPriceChange: number | null;
}

const NOTHING: LiveComparison = { added: null, changed: null, removed: null, medianPriceChange: null };

export async function compareWithLive(
  { files }: ExporterContext,
  { run, live, rows, signal }: { run: ClaimedRun; live: LiveRun | null; rows: number; signal: AbortSignal },
): Promise<LiveComparison> {
  if (!live) return NOTHING;
  const before = indexOfRun(files, { ...run, id: live.id }, live.counts.written);
  const changes = await compareRows(before, indexOfRun(files, run, rows), { signal });
  if (!changes) return NOTHING; // the live run's files are in another store, or were removed by hand
  const { medianPriceChangePercent, ...counts } = changes;
  return { ...counts, medianPriceChange: medianPriceChangePercent };
}
