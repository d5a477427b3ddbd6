import type { RuleCondition } from "@skucast/contracts/channels/condition";
import { type ChannelRule, simpleRulesOf } from "@skucast/contracts/channels/rule";
import { isGroup } from "./condition.js";

/** The number of regular expressions in rules and their conditions. */
export function countPatterns(rules: readonly ChannelRule[]): number {
  const replacing = simpleRulesOf(rules).filter(({ type }) => type === "replace_pattern").length;
  const tested = rules.map((rule) => ("when" in rule ? patternsIn(rule.when) : 0));
  return tested.reduce((sum, count) => sum + count, replacing);
}

const patternsIn = (conditions: readonly RuleCondition[]): number =>
  conditions.reduce(
    (sum, condition) =>
      sum + (isGroup(condition) ? patternsIn(condition.conditions) : Number(condition.op === "matches")),
    0,
  );
