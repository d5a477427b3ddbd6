import { GUARDED_ROWS_MIN, type GuardName, type Guards, type GuardVerdict } from "@skucast/contracts/feeds/guards";
import type { LiveComparison } from "./compare-with-live.js";
import type { GeneratedFiles } from "./generate-files.js";
import type { LiveRun } from "./load-work.js";

/** What a run is judged by. */
export interface Evidence {
  readonly counts: Pick<GeneratedFiles["counts"], "written" | "invalid">;
  readonly stats: GeneratedFiles["stats"];
  readonly comparison: LiveComparison;
  /** Null before the first run that was delivered. */
  readonly live: Pick<LiveRun, "counts" | "stats"> | null;
}

/** What a guard found: undefined where there is nothing to compare with. */
interface Finding {
  readonly actual: number;
  readonly isTripped: boolean;
  readonly message: string;
}

type Judge = (limit: number, evidence: Evidence) => Finding | undefined;

/** Asks every guard that is on. A pure function; one that trips holds the run. */
export function judgeGuards(guards: Guards, evidence: Evidence): GuardVerdict[] {
  const verdicts: GuardVerdict[] = [];
  for (const [guard, judge] of Object.entries(JUDGES) as [GuardName, Judge][]) {
    const set = guards[guard];
    if (set === null || set === false) continue;
    const limit = set === true ? 0 : set;
    const found = judge(limit, evidence);
    verdicts.push({
      guard,
      verdict: found ? (found.isTripped ? "tripped" : "passed") : "not_compared",
      limit: set === true ? null : limit,
      actual: found ? found.actual : null,
      message: found ? found.message : NOT_COMPARED,
    });
  }
  return verdicts;
}

const NOT_COMPARED = `there is no live file of ${GUARDED_ROWS_MIN} rows to compare with`;

const JUDGES: Readonly<Record<GuardName, Judge>> = {
  min_items: (min, { counts: { written } }) => ({
    actual: written,
    isTripped: written < min,
    message: `the file has ${written} rows; ${min} at least are asked for`,
  }),

  max_drop_percent: compared((max, { counts }, live) => {
    const lost = percentOf(live.counts.written - counts.written, live.counts.written);
    return above(Math.max(0, lost), max, "the file has lost", "of the live file's rows");
  }),

  max_invalid_percent: compared((max, { counts }, live) => {
    const share = invalidShare(counts);
    const finding = above(share, max, "", "of the products are invalid");
    return { ...finding, isTripped: finding.isTripped && share > invalidShare(live.counts) };
  }),

  max_changed_percent: compared((max, { comparison: { added, changed, removed } }, live) => {
    if (added === null || changed === null || removed === null) return undefined;
    return above(percentOf(added + changed + removed, live.counts.written), max, "", "of the live file's rows changed");
  }),

  max_price_change_percent: compared((max, { comparison: { medianPriceChange } }) =>
    medianPriceChange === null ? undefined : above(medianPriceChange, max, "prices moved by", "at the median"),
  ),

  max_out_of_stock_jump: compared((max, { counts, stats }, live) => {
    const now = percentOf(stats.out_of_stock, counts.written);
    const jump = tenths(now - percentOf(live.stats.out_of_stock, live.counts.written));
    return {
      actual: jump,
      isTripped: jump > max,
      message: `${now} % of the rows are out of stock, ${jump} points more than in the live file; ${max} at most are asked for`,
    };
  }),

  keep_columns: (_limit, { stats, live }) => {
    if (!live) return undefined;
    const kept = new Set(stats.columns);
    const lost = live.stats.columns.filter((column) => !kept.has(column));
    const message =
      lost.length === 0 ? "all columns of the live file are there" : `columns are gone: ${lost.join(", ")}`;
    return { actual: lost.length, isTripped: lost.length > 0, message };
  },
};

/** A judge that needs a live file of some size. */
function compared(
  judge: (limit: number, evidence: Evidence, live: NonNullable<Evidence["live"]>) => Finding | undefined,
): Judge {
  return (limit, evidence) => {
    const { live } = evidence;
    return live && live.counts.written >= GUARDED_ROWS_MIN ? judge(limit, evidence, live) : undefined;
  };
}

function above(actual: number, max: number, before: string, after: string): Finding {
  const message = `${before} ${actual} % ${after}; ${max} % at most are asked for`.trimStart();
  return { actual, isTripped: actual > max, message };
}

const invalidShare = ({ written, invalid }: Evidence["counts"]): number => percentOf(invalid, written + invalid);

const percentOf = (part: number, whole: number): number => (whole === 0 ? 0 : tenths((part / whole) * 100));
const tenths = (value: number): number => Math.round(value * 10) / 10;
