import type { ChannelRule } from "@skucast/contracts/channels/rule";

/** One value of a rule, by its path in it and how it is typed. */
export interface RuleInput {
  readonly path: string;
  readonly kind: "column" | "reference" | "text" | "lines" | "number" | "flag" | "table" | "rounding";
}

const FIELD: RuleInput = { path: "field", kind: "column" };

/** What is asked for each kind of rule; conditions and the rules in them have a form of their own. */
export const RULE_INPUTS: Readonly<Record<ChannelRule["type"], readonly RuleInput[]>> = {
  constant: [FIELD, { path: "value", kind: "text" }],
  template: [FIELD, { path: "template", kind: "text" }],
  lookup: [
    FIELD,
    { path: "from", kind: "reference" },
    { path: "table", kind: "table" },
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
  if: [],
};

export const RULE_TYPES = Object.keys(RULE_INPUTS) as ChannelRule["type"][];
/** Those that can stand in another. */
export const SIMPLE_TYPES = RULE_TYPES.filter((type) => type !== "if");

/** Values without which a rule cannot do: an empty one stays, to be told of. */
export const KEPT_EMPTY: readonly string[] = ["value", "template", "replace_with", "find", "field"];
export const ROUNDINGS = ["nearest", "up", "down"] as const;
/** What a condition isConfirming of a value, and what it needs for it. */
export const CONDITION_NEEDS = {
  exists: "nothing",
  missing: "nothing",
  equals: "text",
  not_equals: "text",
  one_of: "lines",
  contains: "text",
  above: "number",
  below: "number",
} as const;
