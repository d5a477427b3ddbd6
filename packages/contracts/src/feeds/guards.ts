import { z } from "zod";

const percent = z.number().min(0).max(100);

/** What a feed can be guarded by; null switches a guard off. */
const limits = {
  min_items: z
    .int()
    .min(0)
    .nullable()
    .describe("Hold a file with fewer rows. With 1 an empty file is held; null lets it pass."),
  max_drop_percent: percent
    .nullable()
    .describe("Hold a file that has lost more than this share of the live file's rows."),
  max_invalid_percent: percent
    .nullable()
    .describe(
      "Hold when a larger share of the selected products is invalid, and a larger one than in the live run, if there is one.",
    ),
  max_changed_percent: z
    .number()
    .min(0)
    .max(1_000)
    .nullable()
    .describe("Hold when more rows were added, changed or removed than this share of the live file's rows."),
  max_price_change_percent: z
    .number()
    .min(0)
    .max(1_000)
    .nullable()
    .describe("Hold when the prices of rows that both files have moved by more than this at the median, up or down."),
  max_out_of_stock_jump: percent
    .nullable()
    .describe("Hold when the share of rows that are out of stock grew by more percentage points."),
  keep_columns: z.boolean().describe("Hold a file that has not all columns of the live one."),
};

/** What holds a run unless the feed says otherwise. */
export const GUARD_DEFAULTS = {
  min_items: 1,
  max_drop_percent: 30,
  max_invalid_percent: 20,
  max_changed_percent: null,
  max_price_change_percent: 50,
  max_out_of_stock_jump: 50,
  keep_columns: true,
} as const satisfies { [K in keyof typeof limits]: z.input<(typeof limits)[K]> };

export type GuardName = keyof typeof GUARD_DEFAULTS;
export const GUARD_NAMES = Object.keys(GUARD_DEFAULTS) as [GuardName, ...GuardName[]];

/**
 * Guards that compare with the live file do so only when it has so many rows, and a share of invalid products is judged
 * only among so many: of few, one is a large share.
 */
export const GUARDED_ROWS_MIN = 20;

const defaulted = {
  min_items: limits.min_items.default(GUARD_DEFAULTS.min_items),
  max_drop_percent: limits.max_drop_percent.default(GUARD_DEFAULTS.max_drop_percent),
  max_invalid_percent: limits.max_invalid_percent.default(GUARD_DEFAULTS.max_invalid_percent),
  max_changed_percent: limits.max_changed_percent.default(GUARD_DEFAULTS.max_changed_percent),
  max_price_change_percent: limits.max_price_change_percent.default(GUARD_DEFAULTS.max_price_change_percent),
  max_out_of_stock_jump: limits.max_out_of_stock_jump.default(GUARD_DEFAULTS.max_out_of_stock_jump),
  keep_columns: limits.keep_columns.default(GUARD_DEFAULTS.keep_columns),
};

const GUARDS_DESCRIPTION =
  "What holds a suspicious run: the live files stay, and a person releases or discards the run. Guards that compare " +
  `with the live file need it to have ${GUARDED_ROWS_MIN} rows; min_items and max_invalid_percent also judge a feed's first ` +
  `run, the latter if the channel selects ${GUARDED_ROWS_MIN} products.`;

/** The guards of a new feed, and of a stored one: what is not said is as the default has it. */
export const guardsSchema = z.strictObject(defaulted).describe(GUARDS_DESCRIPTION);
export type Guards = z.output<typeof guardsSchema>;

/** Guards to change; the others stay. */
export const guardsPatchSchema = z
  .strictObject({ ...limits, keep_columns: limits.keep_columns.nullable().transform((keeps) => keeps ?? false) })
  .partial()
  .describe("The guards to change; the others stay, and null takes a guard away.");

/** What a guard said of a run. */
export const guardVerdictSchema = z.object({
  guard: z.enum(GUARD_NAMES),
  verdict: z
    .enum(["passed", "tripped", "not_compared"])
    .describe("not_compared: there was no live file large enough, or too few products."),
  limit: z.number().nullable().describe("What the feed asked for."),
  actual: z.number().nullable().describe("What the run has."),
  message: z.string(),
});
export type GuardVerdict = z.output<typeof guardVerdictSchema>;
