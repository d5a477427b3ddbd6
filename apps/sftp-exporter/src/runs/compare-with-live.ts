import { join } from "node:path";
import type { RunCounts } from "@skucast/contracts/runs/run";
import type { ExporterContext } from "../context.js";
import { runFolder } from "../files/run-folder.js";
import { compareRows } from "../rows/compare-rows.js";
import { ROW_INDEX_NAME } from "../rows/row-index.js";
import type { LiveRun } from "./load-work.js";
import type { ClaimedRun } from "./run-work.js";

/** How a run's rows differ from the live ones; all null when there is nothing to compare with. */
export interface LiveComparison extends Pick<RunCounts, "added" | "changed" | "removed"> {
  /** In percent. */
  readonly medianPriceChange: number | null;
}

const NOTHING: LiveComparison = { added: null, changed: null, removed: null, medianPriceChange: null };

export async function compareWithLive(
  { settings }: ExporterContext,
  { run, live, rows, signal }: { run: ClaimedRun; live: LiveRun | null; rows: number; signal: AbortSignal },
): Promise<LiveComparison> {
  if (!live) return NOTHING;
  const indexOf = (id: string) => join(runFolder(settings.filesDir, { ...run, id }), ROW_INDEX_NAME);
  const before = { path: indexOf(live.id), rows: live.counts.written };
  const changes = await compareRows(before, { path: indexOf(run.id), rows }, { signal });
  if (!changes) return NOTHING; // the live run's folder is on another machine, or was removed by hand
  const { medianPriceChangePercent, ...counts } = changes;
  return { ...counts, medianPriceChange: medianPriceChangePercent };
}
