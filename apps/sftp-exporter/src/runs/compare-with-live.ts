import { RUN_REMOVED_IDS_MAX, type RunCounts } from "@skucast/contracts/runs/run";
import type { ExporterContext } from "../context.js";
import { compareRows } from "../rows/compare-rows.js";
import { findRemoved } from "../rows/find-removed.js";
import { type IndexedRows, indexOfRun } from "../rows/indexed-rows.js";
import type { ClaimedRun } from "./claimed-run.js";
import type { LiveRun } from "./load-work.js";

/** How a run's rows differ from the live ones. All null when there are no live rows to compare with. */
export interface LiveComparison extends Pick<RunCounts, "added" | "changed" | "removed"> {
  /** In percent. */
  readonly medianPriceChange: number | null;
  /** The first ids of rows that only the live run has. */
  readonly removedIds: readonly string[];
}

const NOT_COMPARED: LiveComparison = {
  added: null,
  changed: null,
  removed: null,
  medianPriceChange: null,
  removedIds: [],
};

export async function compareWithLive(
  { files }: ExporterContext,
  { run, live, rows, signal }: { run: ClaimedRun; live: LiveRun | null; rows: number; signal: AbortSignal },
): Promise<LiveComparison> {
  if (!live) return NOT_COMPARED;
  const before = indexOfRun(files, { ...run, id: live.id }, live.counts.written);
  const now = indexOfRun(files, run, rows);
  const changes = await compareRows(before, now, { signal });
  if (!changes) return NOT_COMPARED; // the live run's files are in another store, or were removed manually
  const { medianPriceChangePercent, ...counts } = changes;
  const removedIds = counts.removed === 0 ? [] : await firstRemoved(before, now, signal);
  return { ...counts, medianPriceChange: medianPriceChangePercent, removedIds };
}

async function firstRemoved(before: IndexedRows, now: IndexedRows, signal: AbortSignal): Promise<readonly string[]> {
  const first: string[] = [];
  for await (const ids of findRemoved([before], now, { signal })) {
    first.push(...ids.slice(0, RUN_REMOVED_IDS_MAX - first.length));
    if (first.length === RUN_REMOVED_IDS_MAX) break;
  }
  return first;
}
