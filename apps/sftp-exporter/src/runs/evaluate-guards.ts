import { GUARDED_ROWS_MIN, type GuardName, type Guards, type GuardVerdict } from "@skucast/contracts/feeds/guards";
import type { LiveComparison } from "./compare-with-live.js";
import type { GeneratedFiles } from "./generate-files.js";
import type { LiveRun } from "./load-work.js";

export interface GuardInput {
  readonly counts: Pick<GeneratedFiles["counts"], "written" | "invalid">;
  readonly stats: GeneratedFiles["stats"];
  readonly comparison: Omit<LiveComparison, "removedIds">;
  /** Null before the feed's first delivered run. */
  readonly live: Pick<LiveRun, "counts" | "stats"> | null;
}

interface Finding {
  readonly actual: number;
  readonly isTripped: boolean;
  readonly message: string;
}

/** Returns a finding, or a sentence that says why there is none. */
type Evaluate = (limit: number, input: GuardInput) => Finding | string;

/** Evaluates every guard that is on. A pure function. A guard that trips holds the run. */
export function evaluateGuards(guards: Guards, input: GuardInput): GuardVerdict[] {
  const verdicts: GuardVerdict[] = [];
  for (const [guard, evaluate] of Object.entries(GUARDS) as [GuardName, Evaluate][]) {
    const set = guards[guard];
    if (set === null || set === false) continue;
    const limit = set === true ? 0 : set;
    const found = evaluate(limit, input);
    const setting = { guard, limit: set === true ? null : limit };
    if (typeof found === "string") verdicts.push({ ...setting, verdict: "not_compared", actual: null, message: found });
    else {
      const { actual, isTripped, message } = found;
      verdicts.push({ ...setting, verdict: isTripped ? "tripped" : "passed", actual, message });
    }
  }
  return verdicts;
}

const FEW_PRODUCTS = `the channel selects fewer than ${GUARDED_ROWS_MIN} products, too few for a meaningful percentage`;
const NOT_COMPARED = `there is no live file of ${GUARDED_ROWS_MIN} rows to compare with`;

const GUARDS: Readonly<Record<GuardName, Evaluate>> = {
  min_items: (min, { counts: { written } }) => ({
    actual: written,
    isTripped: written < min,
    message: `the file has ${written} rows; the minimum is ${min}`,
  }),

  max_drop_percent: compared((max, { counts }, live) => {
    const lost = percentOf(live.counts.written - counts.written, live.counts.written);
    return above(Math.max(0, lost), max, "the file has lost", "of the live file's rows");
  }),

  /** Needs no live file: a first file with few valid products is suspicious, too. */
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
      message: `${now} % of the rows are out of stock, ${jump} points more than in the live file; the maximum is ${max}`,
    };
  }),

  keep_columns: (_limit, { stats, live }) => {
    if (!live) return NOT_COMPARED;
    const kept = new Set(stats.columns);
    const lost = live.stats.columns.filter((column) => !kept.has(column));
    const message =
      lost.length === 0 ? "the file has all columns of the live file" : `columns are missing: ${lost.join(", ")}`;
    return { actual: lost.length, isTripped: lost.length > 0, message };
  },
};

/** A guard that needs a live file with enough rows to compare with. */
function compared(
  evaluate: (limit: number, input: GuardInput, live: NonNullable<GuardInput["live"]>) => Finding | string,
): Evaluate {
  return (limit, input) => {
    const { live } = input;
    return live && live.counts.written >= GUARDED_ROWS_MIN ? evaluate(limit, input, live) : NOT_COMPARED;
  };
}

function above(actual: number, max: number, before: string, after: string): Finding {
  const message = `${before} ${actual} % ${after}; the maximum is ${max} %`.trimStart();
  return { actual, isTripped: actual > max, message };
}

const invalidShare = ({ written, invalid }: GuardInput["counts"]): number => percentOf(invalid, written + invalid);

const percentOf = (part: number, whole: number): number => (whole === 0 ? 0 : tenths((part / whole) * 100));
const tenths = (value: number): number => Math.round(value * 10) / 10;
