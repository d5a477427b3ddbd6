import { z } from "zod";
import { amountOf } from "../amount.js";
import { distinctRecord } from "../distinct-record.js";
import { idSchema } from "../ids.js";
import { LIMITS } from "../limits.js";
import { text, verbatim } from "../text.js";
import { isColumnName, referenceSchema, ruleConditions } from "./condition.js";

const columnName = z
  .string()
  .max(64)
  .refine(isColumnName, {
    error:
      "must be the name of a column of the profile, such as title: it begins with a letter or an underscore, and has only letters, digits, spaces and . : / [ ] _ - besides, so that templates can name it",
    params: { code: "invalid_format" },
  });

const table = distinctRecord(text(500), text(1000), { max: 1000 });

const from = referenceSchema.optional().describe("The value to look up. Default: the field itself.");
const otherwise = text(1000).nullable().optional().describe("For values not in the table: null empties, absent keeps.");

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
      from,
      table,
      otherwise,
    })
    .describe("Replaces a value from a table."),
  z
    .strictObject({
      type: z.literal("lookup_table"),
      field: columnName,
      from,
      table_id: idSchema("lkt"),
      otherwise,
    })
    .describe("Replaces a value from a lookup table of the workspace, which several channels can use."),
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
      type: z.literal("replace_pattern"),
      field: columnName,
      pattern: verbatim(LIMITS.rulePatternLengthMax)
        .min(1)
        .describe("RE2 syntax, without lookaround and backreferences."),
      replace_with: verbatim(1000).describe("$1 to $9 insert groups of the match, $0 the whole match, $$ a dollar."),
      ignore_case: z.boolean().optional(),
    })
    .describe("Replaces every match of a regular expression."),
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
    .describe(
      "Removes tags of HTML, and turns entities into characters and blocks into lines, in columns of one line such as title into spaces. Other text in angle brackets, such as `vector<int>`, stays.",
    ),
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
    when: ruleConditions,
    rules: z.array(simpleRuleSchema).min(1).max(RULES_IN_BRANCH_MAX),
    otherwise: z.array(simpleRuleSchema).max(RULES_IN_BRANCH_MAX).optional(),
  })
  .describe("Applies rules to rows that meet all conditions, and otherwise to the rest.");

const excludeRuleSchema = z
  .strictObject({ type: z.literal("exclude"), when: ruleConditions, reason: text(200) })
  .describe("Leaves out products that meet all conditions. The reason is shown wherever the product is missing.");

/** Rules run in order on a row that has already been mapped. */
export const ruleSchema = z.discriminatedUnion("type", [...simpleRules, ifRuleSchema, excludeRuleSchema]);
export type ChannelRule = z.output<typeof ruleSchema>;

/** The rules that change a column, including those in the branches of if rules. */
export const simpleRulesOf = (rules: readonly ChannelRule[]): SimpleRule[] =>
  rules.flatMap((rule) => {
    if (rule.type === "if") return [...rule.rules, ...(rule.otherwise ?? [])];
    return rule.type === "exclude" ? [] : [rule];
  });

/** The rules with each one that changes a column replaced by what `change` returns for it. */
export const mapSimpleRules = (
  rules: readonly ChannelRule[],
  change: (rule: SimpleRule) => SimpleRule,
): ChannelRule[] =>
  rules.map((rule) => {
    if (rule.type === "exclude") return rule;
    if (rule.type !== "if") return change(rule);
    const otherwise = rule.otherwise?.map(change);
    return { ...rule, rules: rule.rules.map(change), ...(otherwise && { otherwise }) };
  });

/** The ids of the lookup tables that rules use, each once. */
export const lookupTableIdsOf = (rules: readonly ChannelRule[]): string[] => [
  ...new Set(simpleRulesOf(rules).flatMap((rule) => (rule.type === "lookup_table" ? rule.table_id : []))),
];
