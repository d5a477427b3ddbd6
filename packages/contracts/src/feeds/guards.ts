import { z } from "zod";

const percent = z.number().min(0).max(100);

/** The guards of a feed; null turns a guard off. */
const limits = {
  min_items: z
    .int()
    .min(0)
    .nullable()
    .describe("Hold a file with fewer rows. With 1, only an empty file is held; null also lets an empty file pass."),
  max_drop_percent: percent
    .nullable()
    .describe("Hold a file that has lost more than this percentage of the live file's rows."),
  max_invalid_percent: percent
    .nullable()
    .describe(
      "Hold if a larger percentage of the selected products is invalid, and it is also larger than in the live run, if any.",
    ),
  max_changed_percent: z
    .number()
    .min(0)
    .max(1_000)
    .nullable()
    .describe("Hold if more rows were added, changed or removed than this percentage of the live file's rows."),
  max_price_change_percent: z
    .number()
    .min(0)
    .max(1_000)
    .nullable()
    .describe("Hold if the median price change of rows in both files, up or down, exceeds this percentage."),
  max_out_of_stock_jump: percent
    .nullable()
    .describe("Hold if the share of out-of-stock rows grew by more than this many percentage points."),
  keep_columns: z.boolean().describe("Hold a file that lacks a column of the live file."),
};

/** The guards of a feed that sets none. */
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
 * Guards that compare with the live file need it to have at least this many rows, and the share of invalid products needs
 * at least this many products: in a small file, one row is a large share.
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
  "Guards hold a suspicious run: the live files stay until someone releases or discards the run. Guards that compare " +
  `with the live file need it to have ${GUARDED_ROWS_MIN} rows; min_items and max_invalid_percent also check a feed's first ` +
  `run, the latter if the channel selects ${GUARDED_ROWS_MIN} products.`;

/** The guards of a new or stored feed; absent ones have their defaults. */
export const guardsSchema = z.strictObject(defaulted).describe(GUARDS_DESCRIPTION);
export type Guards = z.output<typeof guardsSchema>;

/** A merge patch of guards. */
export const guardsPatchSchema = z
  .strictObject({ ...limits, keep_columns: limits.keep_columns.nullable().transform((keeps) => keeps ?? false) })
  .partial()
  .describe("The guards to change; the others stay. null turns a guard off.");

/** A guard's verdict on a run. */
export const guardVerdictSchema = z.object({
  guard: z.enum(GUARD_NAMES),
  verdict: z
    .enum(["passed", "tripped", "not_compared"])
    .describe("not_compared: the live file or the number of products was too small."),
  limit: z.number().nullable().describe("The feed's limit."),
  actual: z.number().nullable().describe("The run's value."),
  message: z.string(),
});
export type GuardVerdict = z.output<typeof guardVerdictSchema>;
