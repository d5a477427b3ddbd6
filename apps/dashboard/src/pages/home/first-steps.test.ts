import { expect, test } from "@jest/globals";
import { firstSteps, type SetupState } from "./first-steps.js";

const NOTHING: SetupState = {
  products: 0,
  channels: 0,
  destinations: [],
  feeds: 0,
  hasDelivered: false,
};
const doneOf = (state: Partial<SetupState>) => firstSteps({ ...NOTHING, ...state }).map(({ isDone }) => isDone);

test("the steps end with a delivered file, and each is done when its result exists", () => {
  expect(doneOf({})).toEqual([false, false, false, false, false]);
  expect(doneOf({ products: 1, feeds: 1 })).toEqual([true, false, false, true, false]);
  expect(firstSteps(NOTHING).at(-1)?.title).toMatch(/delivery/);
});

test("a destination is done when a test has passed or a file was delivered", () => {
  const at = "2026-11-22T03:00:00.000Z";
  const host_keys = ["SHA256:key"];
  const untested = { host_keys, last_test: null };
  const stopped = { at, status: "failed", failed_step: "host_key" } as const;
  const unconfirmed = { host_keys: [], last_test: stopped };
  const failed = { host_keys, last_test: { at, status: "failed", failed_step: "login" } } as const;
  const passed = { host_keys, last_test: { at, status: "passed", failed_step: null } } as const;
  const step = (state: Partial<SetupState>) => {
    const { isDone, why } = firstSteps({ ...NOTHING, ...state })[2] ?? {};
    return [isDone, why];
  };
  expect(step({ destinations: [untested] })).toEqual([false, expect.stringMatching(/no test has passed/)]);
  expect(step({ destinations: [unconfirmed] })).toEqual([false, expect.stringMatching(/no test has passed/)]);
  expect(step({ destinations: [untested, failed] })).toEqual([
    false,
    expect.stringMatching(/last test of your destination failed/),
  ]);
  expect(step({ destinations: [failed, passed] })[0]).toBe(true);
  expect(step({ destinations: [untested], hasDelivered: true })[0]).toBe(true);
  expect(step({ hasDelivered: true })[0]).toBe(true);
});
