import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Coverage } from "@skucast/contracts/feeds/feed";
import { LIMITS } from "@skucast/contracts/limits";
import type { ExporterContext } from "../context.js";
import { type IndexedRows, indexOfRun } from "../rows/indexed-rows.js";
import { type HashSet, readRowSet } from "../rows/row-set.js";
import type { ClaimedRun } from "./claimed-run.js";
import { type FormerRun, findFormers } from "./find-formers.js";
import { hasArrivedEverywhere } from "./is-unchanged.js";
import type { RunWork } from "./load-work.js";

/** What a run's files leave out and add because of what partners have. */
export interface DeltaPlan {
  readonly coverage: Coverage;
  /** Rows that every partner has; undefined when all are written. */
  readonly known: HashSet | undefined;
  /** What any of these has and the run has not, a partner has to remove. */
  readonly formers: readonly IndexedRows[];
}

const FULL: DeltaPlan = { coverage: "full", known: undefined, formers: [] };

/** Decides what a run's files hold. In doubt about what a partner has, every row. */
export async function planDelta(
  ctx: ExporterContext,
  { run, work, profile, recipe }: { run: ClaimedRun; work: RunWork; profile: ProfileDefinition; recipe: string },
): Promise<DeltaPlan> {
  if (work.feed.coverage === "full" || !profile.tombstone) return FULL;
  const formerRuns = await findFormers(ctx, run);
  const formers = formerRuns.map(({ id, rows }) => indexOfRun(ctx.files, { ...run, id }, rows));
  const [base] = formers;
  const known = base && isDelta(run, work, formerRuns, recipe) ? await readRowSet(base) : undefined;
  return { coverage: known ? "delta" : "full", known, formers };
}

/**
 * Changes alone are enough for partners who all have the base, which was made in the same way, and nothing that came after
 * it. A run whose files are lost while they are delivered has reached some of them with what nobody knows any more.
 */
function isDelta(run: ClaimedRun, work: RunWork, formers: readonly FormerRun[], recipe: string): boolean {
  const [base] = formers;
  if (!base?.isBase || work.asked === "full" || run.was === "delivering") return false;
  if (base.recipe !== recipe || base.rows > LIMITS.deltaRowsMax) return false;
  return hasArrivedEverywhere(base, work);
}
