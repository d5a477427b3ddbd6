import { expect, test } from "@jest/globals";
import { ruleConditions } from "@skucast/contracts/channels/condition";
import { operandOf, type TestOp, withOperator } from "./draft-condition.js";
import { CONDITION_NEEDS } from "./rule-inputs.js";

test("a condition keeps its operand when its operator changes, in the member that the operator reads", () => {
  const list = withOperator({ field: "color", op: "equals", value: "red" }, "one_of");
  expect(list).toEqual({ field: "color", op: "one_of", values: ["red"] });
  expect(withOperator(list, "matches")).toEqual({ field: "color", op: "matches", pattern: "red" });
  expect(withOperator({ field: "color", op: "matches", pattern: "r" }, "contains")).toEqual({
    field: "color",
    op: "contains",
    value: "r",
  });
  expect(withOperator(list, "missing")).toEqual({ field: "color", op: "missing" });
});

test("every operator makes a condition that the contract accepts", () => {
  for (const op of Object.keys(CONDITION_NEEDS) as TestOp[]) {
    const changed = withOperator({ field: "product.price_amount", op: "equals", value: 5 }, op);
    expect(ruleConditions.safeParse([changed]).error).toBeUndefined();
    const operand = operandOf(op);
    expect(Object.keys(changed)).toEqual(["field", "op", ...(operand === undefined ? [] : [operand])]);
  }
});
