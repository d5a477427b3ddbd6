import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Coverage } from "@skucast/contracts/feeds/feed";
import { LIMITS } from "@skucast/contracts/limits";
import type { ExporterContext } from "../context.js";
import { type IndexedRows, indexOfRun } from "../rows/indexed-rows.js";
import { type HashSet, readRowSet } from "../rows/row-set.js";
import type { ClaimedRun } from "./claimed-run.js";
import { findPreviousRuns, type PreviousRun } from "./find-previous-runs.js";
import { isDeliveredEverywhere } from "./is-unchanged.js";
import type { RunWork } from "./load-work.js";

/** Which rows a run's files leave out and which tombstones they add, given what partners have. */
export interface DeltaPlan {
  readonly coverage: Coverage;
  /** Rows that every partner has and that are left out; undefined when all rows are written. */
  readonly known: HashSet | undefined;
  /** Rows that are in one of these indexes and not in the run have to be removed by partners. */
  readonly previous: readonly IndexedRows[];
}

const FULL: DeltaPlan = { coverage: "full", known: undefined, previous: [] };

/** Decides whether a run's files are full or a delta. Full whenever it is uncertain what a partner has. */
export async function planDelta(
  ctx: ExporterContext,
  { run, work, profile, recipe }: { run: ClaimedRun; work: RunWork; profile: ProfileDefinition; recipe: string },
): Promise<DeltaPlan> {
  if (work.feed.coverage === "full" || !profile.tombstone) return FULL;
  const previousRuns = await findPreviousRuns(ctx, run);
  const previous = previousRuns.map(({ id, rows }) => indexOfRun(ctx.files, { ...run, id }, rows));
  const [base] = previous;
  const known = base && isDelta(run, work, previousRuns, recipe) ? await readRowSet(base) : undefined;
  return { coverage: known ? "delta" : "full", known, previous };
}

/**
 * A delta is possible when all partners have the base, no later run has reached any of them, and the base was generated in
 * the same way. A run that lost its files while delivering may have sent rows that are no longer known.
 */
function isDelta(run: ClaimedRun, work: RunWork, previous: readonly PreviousRun[], recipe: string): boolean {
  const [base] = previous;
  if (!base?.isBase || work.requestedCoverage === "full" || run.was === "delivering") return false;
  if (base.recipe !== recipe || base.rows > LIMITS.deltaRowsMax) return false;
  return isDeliveredEverywhere(base, work);
}
