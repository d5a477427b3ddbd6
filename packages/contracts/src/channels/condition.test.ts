import { expect, test } from "@jest/globals";
import { faultsOf } from "../faults.js";
import { LIMITS } from "../limits.js";
import { channelCreateSchema } from "./channel.js";
import { ruleConditions } from "./condition.js";
import { ruleSchema } from "./rule.js";

const market = { country: "US", currency: "USD", language: "en" };
const selecting = (conditions: unknown) => ({ name: "Shop", market, selection: { conditions } });
const faultsIn = (conditions: unknown) => {
  const { error } = channelCreateSchema.safeParse(selecting(conditions));
  return error ? faultsOf(error, channelCreateSchema) : [];
};
const nestedBy = (levels: number): object =>
  levels === 0 ? { field: "brand", op: "exists" } : { op: "not", conditions: [nestedBy(levels - 1)] };

test("a selection takes conditions on every field of products, and stores their names without product.", () => {
  const given = [
    { field: "product.custom_attributes.season", op: "equals", value: "winter" },
    {
      op: "or",
      conditions: [
        { field: "price_amount", op: "above", value: "19.90" },
        { op: "not", conditions: [{ field: "tags", op: "includes", value: "sale" }] },
      ],
    },
    { field: "created_at", op: "newer_than_days", value: 30 },
  ];
  expect(channelCreateSchema.parse(selecting(given)).selection.conditions).toEqual([
    { field: "custom_attributes.season", op: "equals", value: "winter" },
    {
      op: "or",
      conditions: [
        { field: "price_amount", op: "above", value: 19.9 },
        { op: "not", conditions: [{ field: "tags", op: "includes", value: "sale" }] },
      ],
    },
    { field: "created_at", op: "newer_than_days", value: 30 },
  ]);
});

test("every error is reported at once, with its position in nested groups", () => {
  const faults = faultsIn([
    { field: "titel", op: "exists" },
    {
      op: "and",
      conditions: [
        { field: "brand", op: "like", value: "A" },
        { op: "or", conditions: [{ field: "price_amount", op: "above", value: "much" }] },
        { op: "or", conditions: [] },
      ],
    },
    { field: "brand", op: "matches", pattern: "^A" },
  ]);
  expect(faults.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
    "/selection/conditions/0/field unknown_field",
    "/selection/conditions/1/conditions/0/op not_allowed",
    "/selection/conditions/1/conditions/1/conditions/0/value invalid",
    "/selection/conditions/1/conditions/2/conditions too_small",
    "/selection/conditions/2/op not_allowed",
  ]);
  expect(faults[0]?.message).toBe("is not a field of products; did you mean title?");
});

test("groups are nested to a limited depth, and the number of conditions is limited", () => {
  expect(faultsIn([nestedBy(LIMITS.conditionDepthMax)])).toEqual([]);
  const [deep] = faultsIn([nestedBy(LIMITS.conditionDepthMax + 1)]);
  expect(deep).toMatchObject({
    pointer: `/selection/conditions/0${"/conditions/0".repeat(LIMITS.conditionDepthMax)}/conditions`,
    code: "too_deep",
  });
  const wide = { op: "or", conditions: Array.from({ length: LIMITS.conditionsInGroupMax }, () => nestedBy(0)) };
  const groups = Math.ceil((LIMITS.conditionsMax + 1) / (LIMITS.conditionsInGroupMax + 1));
  expect(faultsIn(Array.from({ length: groups - 1 }, () => wide))).toEqual([]);
  expect(faultsIn(Array.from({ length: groups }, () => wide))).toMatchObject([
    { pointer: "/selection/conditions", code: "too_big" },
  ]);
});

test("rules read columns as well, and take regular expressions in conditions and replacements", () => {
  const when = [{ op: "not", conditions: [{ field: "title", op: "matches", pattern: "^[A-Z]+$", ignore_case: true }] }];
  expect(ruleConditions.parse(when)).toEqual(when);
  const exclude = { type: "exclude", when, reason: "Shouting" };
  expect(ruleSchema.parse(exclude)).toEqual(exclude);
});

test.each(["a,b", "100%", "{a}", "a|b", ""])("a rule for the column %j is answered with what names have", (field) => {
  const { error } = ruleSchema.safeParse({ type: "constant", field, value: "x" });
  expect(error?.issues[0]?.message).toContain("only letters, digits, spaces and . : / [ ] _ -");
});
