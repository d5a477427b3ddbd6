import { expect, test } from "@jest/globals";
import { firstSteps } from "./first-steps.js";

const NOTHING = { keys: 0, products: 0, channels: 0, destinations: 0, feeds: 0, hasDelivered: false, mayManage: true };
const doneOf = (found: Partial<typeof NOTHING>) => firstSteps({ ...NOTHING, ...found }).map(({ isDone }) => isDone);

test("the steps end with a delivered file, and each is done by what is there", () => {
  expect(doneOf({})).toEqual([false, false, false, false, false, false]);
  expect(doneOf({ keys: 1, products: 1, feeds: 1 })).toEqual([true, true, false, false, true, false]);
  expect(firstSteps(NOTHING).at(-1)?.title).toMatch(/delivered/);
});

test("who does not manage the workspace is not sent to make a key", () => {
  expect(firstSteps({ ...NOTHING, mayManage: false }).map(({ to }) => to)).not.toContain("/api-keys");
});
