import { expect, test } from "@jest/globals";
import { feedPatchSchema } from "@skucast/contracts/feeds/feed";
import { GUARD_DEFAULTS } from "@skucast/contracts/feeds/guards";
import { guardsBody, guardValuesOf } from "./guards-body.js";

test("unchanged guards become a valid patch with the same values", () => {
  const body = guardsBody(guardValuesOf(GUARD_DEFAULTS));
  expect(body).toEqual({ guards: GUARD_DEFAULTS });
  expect(feedPatchSchema.safeParse(body).error).toBeUndefined();
});

test("an empty limit turns its guard off, and an invalid number is rejected", () => {
  const values = guardValuesOf(GUARD_DEFAULTS);
  const body = guardsBody({ ...values, limits: { ...values.limits, min_items: " ", max_drop_percent: "a lot" } });
  expect(body.guards.min_items).toBeNull();
  expect(feedPatchSchema.safeParse(body).error?.issues.map(({ path }) => path)).toEqual([
    ["guards", "max_drop_percent"],
  ]);
});
