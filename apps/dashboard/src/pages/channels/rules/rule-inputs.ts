import type { RuleTest } from "@skucast/contracts/channels/condition";
import type { ChannelRule } from "@skucast/contracts/channels/rule";

/** A value of a rule: its path and kind of input. */
export interface RuleInput {
  readonly path: string;
  readonly kind: "column" | "reference" | "text" | "lines" | "number" | "flag" | "table" | "lookup_table" | "rounding";
}

const FIELD: RuleInput = { path: "field", kind: "column" };

/** The inputs of each rule type. Conditions and nested rules have forms of their own. */
export const RULE_INPUTS: Readonly<Record<ChannelRule["type"], readonly RuleInput[]>> = {
  constant: [FIELD, { path: "value", kind: "text" }],
  template: [FIELD, { path: "template", kind: "text" }],
  lookup: [
    FIELD,
    { path: "from", kind: "reference" },
    { path: "table", kind: "table" },
    { path: "otherwise", kind: "text" },
  ],
  lookup_table: [
    FIELD,
    { path: "from", kind: "reference" },
    { path: "table_id", kind: "lookup_table" },
    { path: "otherwise", kind: "text" },
  ],
  replace: [
    FIELD,
    { path: "find", kind: "text" },
    { path: "replace_with", kind: "text" },
    { path: "ignore_case", kind: "flag" },
  ],
  truncate: [FIELD, { path: "max", kind: "number" }, { path: "at_word", kind: "flag" }],
  strip_html: [FIELD],
  adjust_price: [
    FIELD,
    { path: "percent", kind: "number" },
    { path: "add", kind: "number" },
    { path: "round.step", kind: "number" },
    { path: "round.mode", kind: "rounding" },
    { path: "round.less", kind: "number" },
  ],
  replace_pattern: [
    FIELD,
    { path: "pattern", kind: "text" },
    { path: "replace_with", kind: "text" },
    { path: "ignore_case", kind: "flag" },
  ],
  if: [],
  exclude: [{ path: "reason", kind: "text" }],
};

export const RULE_TYPES = Object.keys(RULE_INPUTS) as ChannelRule["type"][];
/** Types that can be nested in another rule. */
export const SIMPLE_TYPES = RULE_TYPES.filter((type) => type !== "if" && type !== "exclude");

/** Required values. They stay when empty, so that validation reports them. */
export const REQUIRED_PATHS: readonly string[] = [
  "value",
  "template",
  "replace_with",
  "find",
  "field",
  "pattern",
  "reason",
  "table_id",
];
export const ROUNDING_MODES = ["nearest", "up", "down"] as const;
/** The operand that each condition operator needs. */
export const CONDITION_NEEDS = {
  exists: "nothing",
  missing: "nothing",
  equals: "text",
  not_equals: "text",
  one_of: "lines",
  includes: "text",
  contains: "text",
  starts_with: "text",
  ends_with: "text",
  above: "number",
  below: "number",
  older_than_days: "number",
  newer_than_days: "number",
  matches: "pattern",
} as const satisfies Record<RuleTest["op"], string>;
type TestOp = keyof typeof CONDITION_NEEDS;
/** Operators of rules, and of a channel's selection, which takes no regular expressions. */
export const RULE_OPS = Object.keys(CONDITION_NEEDS) as TestOp[];
export const SELECTION_OPS = RULE_OPS.filter((op) => op !== "matches");
