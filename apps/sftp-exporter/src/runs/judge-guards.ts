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

/** What a guard found. */
interface Finding {
  readonly actual: number;
  readonly isTripped: boolean;
  readonly message: string;
}

/** Answers what was found, or why nothing can be said. */
type Judge = (limit: number, evidence: Evidence) => Finding | string;

/** Asks every guard that is on. A pure function; one that trips holds the run. */
export function judgeGuards(guards: Guards, evidence: Evidence): GuardVerdict[] {
  const verdicts: GuardVerdict[] = [];
  for (const [guard, judge] of Object.entries(JUDGES) as [GuardName, Judge][]) {
    const set = guards[guard];
    if (set === null || set === false) continue;
    const limit = set === true ? 0 : set;
    const found = judge(limit, evidence);
    const asked = { guard, limit: set === true ? null : limit };
    if (typeof found === "string") verdicts.push({ ...asked, verdict: "not_compared", actual: null, message: found });
    else {
      const { actual, isTripped, message } = found;
      verdicts.push({ ...asked, verdict: isTripped ? "tripped" : "passed", actual, message });
    }
  }
  return verdicts;
}

const FEW_PRODUCTS = `the channel selects fewer than ${GUARDED_ROWS_MIN} products: of few, one is a large share`;
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

  /** Needs nothing to compare with: a first file of few valid products is suspicious, too. */
  max_invalid_percent: (max, { counts, live }) => {
    if (counts.written + counts.invalid < GUARDED_ROWS_MIN) return FEW_PRODUCTS;
    const share = invalidShare(counts);
    const finding = above(share, max, "", "of the products are invalid");
    return { ...finding, isTripped: finding.isTripped && (live === null || share > invalidShare(live.counts)) };
  },

  max_changed_percent: compared((max, { comparison: { added, changed, removed } }, live) => {
    if (added === null || changed === null || removed === null) return NOT_COMPARED;
    return above(percentOf(added + changed + removed, live.counts.written), max, "", "of the live file's rows changed");
  }),

  max_price_change_percent: compared((max, { comparison: { medianPriceChange } }) =>
    medianPriceChange === null ? NOT_COMPARED : above(medianPriceChange, max, "prices moved by", "at the median"),
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
    if (!live) return NOT_COMPARED;
    const kept = new Set(stats.columns);
    const lost = live.stats.columns.filter((column) => !kept.has(column));
    const message =
      lost.length === 0 ? "all columns of the live file are there" : `columns are gone: ${lost.join(", ")}`;
    return { actual: lost.length, isTripped: lost.length > 0, message };
  },
};

/** A judge that needs a live file of some size. */
function compared(
  judge: (limit: number, evidence: Evidence, live: NonNullable<Evidence["live"]>) => Finding | string,
): Judge {
  return (limit, evidence) => {
    const { live } = evidence;
    return live && live.counts.written >= GUARDED_ROWS_MIN ? judge(limit, evidence, live) : NOT_COMPARED;
  };
}

function above(actual: number, max: number, before: string, after: string): Finding {
  const message = `${before} ${actual} % ${after}; ${max} % at most are asked for`.trimStart();
  return { actual, isTripped: actual > max, message };
}

const invalidShare = ({ written, invalid }: Evidence["counts"]): number => percentOf(invalid, written + invalid);

const percentOf = (part: number, whole: number): number => (whole === 0 ? 0 : tenths((part / whole) * 100));
const tenths = (value: number): number => Math.round(value * 10) / 10;
