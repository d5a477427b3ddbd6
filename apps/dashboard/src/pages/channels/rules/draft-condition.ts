import type { GROUP_OPS, RuleTest } from "@skucast/contracts/channels/condition";
import { CONDITION_NEEDS } from "./rule-inputs.js";

export type TestOp = RuleTest["op"];

/** A condition that is being edited: a comparison, or a group if it has conditions. It can be invalid. */
export interface DraftCondition {
  readonly op: TestOp | (typeof GROUP_OPS)[number];
  readonly conditions?: readonly DraftCondition[];
  readonly [name: string]: unknown;
}

/** The member with the operand of an operator; undefined if it has none. */
export function operandOf(op: TestOp): "value" | "values" | "pattern" | undefined {
  const needs = CONDITION_NEEDS[op];
  if (needs === "nothing") return undefined;
  if (needs === "pattern") return "pattern";
  return needs === "lines" ? "values" : "value";
}

/** The condition with another operator and the same operand, as far as possible. */
export function withOperator({ field, value, values, pattern }: DraftCondition, op: TestOp): DraftCondition {
  const [first] = Array.isArray(values) ? values : [];
  const single = value ?? pattern ?? first;
  switch (CONDITION_NEEDS[op]) {
    case "nothing":
      return { field, op };
    case "lines":
      return { field, op, values: values ?? (single === undefined ? [] : [single]) };
    case "pattern":
      return { field, op, pattern: String(single ?? "") };
    case "text":
      return { field, op, value: String(single ?? "") };
    case "number":
      return { field, op, value: single };
  }
}
