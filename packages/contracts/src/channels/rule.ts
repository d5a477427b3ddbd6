import { z } from "zod";
import { amountOf } from "../amount.js";
import { text, verbatim } from "../text.js";

/** Not a `pattern` in the OpenAPI document: JSON Schema validators treat Unicode classes differently. */
const COLUMN_NAME = /^[\p{L}_][\p{L}\p{N}_ .:/[\]-]*$/u;
const columnName = z
  .string()
  .max(64)
  .refine((name) => COLUMN_NAME.test(name), {
    error: "must be the name of a column of the profile, such as title",
    params: { code: "invalid_format" },
  });

/** A value that a rule reads: a column of the row after the earlier rules, or `product.` and a field of the product. */
const reference = z
  .string()
  .max(200)
  .regex(
    /^(product\.)?[a-z][a-z0-9_]{0,63}(\.[^.{}|]{1,100})?$/,
    "must be a column of the profile such as title, or a product's field such as product.brand or product.seller.name",
  );

const scalar = z.union([verbatim(1000), z.number(), z.boolean()]);

const conditionSchema = z
  .discriminatedUnion("op", [
    z.strictObject({ field: reference, op: z.literal("exists") }),
    z.strictObject({ field: reference, op: z.literal("missing") }),
    z.strictObject({ field: reference, op: z.literal("equals"), value: scalar }),
    z.strictObject({ field: reference, op: z.literal("not_equals"), value: scalar }),
    z.strictObject({ field: reference, op: z.literal("one_of"), values: z.array(scalar).min(1).max(500) }),
    z.strictObject({ field: reference, op: z.literal("contains"), value: text(200) }),
    z.strictObject({ field: reference, op: z.literal("above"), value: amountOf(z.number()) }),
    z.strictObject({ field: reference, op: z.literal("below"), value: amountOf(z.number()) }),
  ])
  .describe(
    "equals, not_equals and one_of compare strings; contains ignores case; above and below compare numbers or amounts. A missing value only fulfils not_equals.",
  );
export type RuleCondition = z.output<typeof conditionSchema>;

const table = z.record(text(500), text(1000)).refine((entries) => Object.keys(entries).length <= 1000, {
  error: "must have at most 1000 entries",
  params: { code: "too_big" },
});

const roundSchema = z.strictObject({
  step: amountOf(z.number().positive().max(1_000_000)).describe("Multiple to round to."),
  mode: z.enum(["nearest", "up", "down"]).optional().describe("Default: nearest, halves up."),
  less: amountOf(z.number().min(0).max(1_000_000))
    .optional()
    .describe("Subtracted afterwards: step 1 and less 0.01 end in .99."),
});

const simpleRules = [
  z
    .strictObject({ type: z.literal("constant"), field: columnName, value: text(10_000) })
    .describe("The same value for every product."),
  z
    .strictObject({ type: z.literal("template"), field: columnName, template: text(10_000, { multiline: true }) })
    .describe(
      "Sets text with references in braces: `{product.brand} {title}`. `{color|one color}` gives a fallback for a missing value. If all references are missing, the value stays.",
    ),
  z
    .strictObject({
      type: z.literal("lookup"),
      field: columnName,
      from: reference.optional().describe("The value to look up. Default: the field itself."),
      table,
      otherwise: text(1000).nullable().optional().describe("For values not in the table: null empties, absent keeps."),
    })
    .describe("Replaces a value from a table."),
  z
    .strictObject({
      type: z.literal("replace"),
      field: columnName,
      find: verbatim(200).min(1),
      replace_with: verbatim(1000),
      ignore_case: z.boolean().optional(),
    })
    .describe("Replaces every occurrence of a string."),
  z
    .strictObject({
      type: z.literal("truncate"),
      field: columnName,
      max: z.int().min(1).max(10_000),
      at_word: z.boolean().optional().describe("Cuts only at the end of a word."),
    })
    .describe("Limits the number of characters."),
  z
    .strictObject({ type: z.literal("strip_html"), field: columnName })
    .describe("Removes tags, turns blocks into lines and entities into characters."),
  z
    .strictObject({
      type: z.literal("adjust_price"),
      field: columnName,
      percent: z.number().min(-99).max(1000).multipleOf(0.01).optional(),
      add: amountOf(z.number().min(-1_000_000).max(1_000_000))
        .optional()
        .describe("In the channel's currency; after percent."),
      round: roundSchema.optional(),
    })
    .describe("Applies percent, then add, then rounds: by default to the currency's decimals, halves up."),
] as const;

const simpleRuleSchema = z.discriminatedUnion("type", simpleRules);
export type SimpleRule = z.output<typeof simpleRuleSchema>;

const RULES_IN_BRANCH_MAX = 20;

const ifRuleSchema = z
  .strictObject({
    type: z.literal("if"),
    when: z.array(conditionSchema).min(1).max(20).describe("All must be true."),
    rules: z.array(simpleRuleSchema).min(1).max(RULES_IN_BRANCH_MAX),
    otherwise: z.array(simpleRuleSchema).max(RULES_IN_BRANCH_MAX).optional(),
  })
  .describe("Applies rules to rows that meet all conditions, and otherwise to the rest.");

/** Rules run in order on a row that has already been mapped. */
export const ruleSchema = z.discriminatedUnion("type", [...simpleRules, ifRuleSchema]);
export type ChannelRule = z.output<typeof ruleSchema>;
