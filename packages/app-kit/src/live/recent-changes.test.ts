import { expect, test } from "@jest/globals";
import { CHANGE_KINDS, CHANGED_WITHIN_MS_MAX } from "@skucast/contracts/live/change-kinds";
import { createRecentChanges } from "./recent-changes.js";

function changesAt(startMs: number) {
  const clock = { nowMs: startMs };
  return { clock, changes: createRecentChanges(() => clock.nowMs) };
}

test("kinds of a workspace are remembered with the time of their last change", () => {
  const { clock, changes } = changesAt(1_000);
  clock.nowMs = 2_000;
  changes.note("a", ["product", "run"]);
  clock.nowMs = 2_500;
  changes.note("a", ["run"]);
  changes.note("b", ["channel"]);
  clock.nowMs = 2_600;
  expect(changes.changedWithin("a", 50)).toEqual([]);
  expect(changes.changedWithin("a", 100)).toEqual(["run"]);
  expect(changes.changedWithin("a", 600)).toEqual(["product", "run"]);
  expect(changes.changedWithin("b", 600)).toEqual(["channel"]);
  expect(changes.changedWithin("c", 600)).toEqual([]);
});

test("before the process listened, everything may have changed", () => {
  const { clock, changes } = changesAt(1_000);
  clock.nowMs = 2_000;
  expect(changes.changedWithin("a", 999)).toEqual([]);
  expect(changes.changedWithin("a", 1_000)).toEqual(Object.keys(CHANGE_KINDS));
});

test("of too many workspaces those that changed longest ago are forgotten, and then all kinds are reported", () => {
  const { clock, changes } = changesAt(0);
  for (let i = 1; i <= 5_001; i++) {
    clock.nowMs = i;
    changes.note(`workspace ${i}`, ["product"]);
  }
  expect(changes.changedWithin("workspace 1", 5_000)).toEqual(Object.keys(CHANGE_KINDS));
  expect(changes.changedWithin("workspace 2", 4_999)).toEqual(["product"]);
});

test("changes older than the largest age that can be asked for are forgotten", () => {
  const { clock, changes } = changesAt(0);
  clock.nowMs = 10;
  changes.note("a", ["product"]);
  clock.nowMs += CHANGED_WITHIN_MS_MAX;
  changes.note("b", ["run"]);
  expect(changes.changedWithin("a", CHANGED_WITHIN_MS_MAX - 1)).toEqual([]);
  expect(changes.changedWithin("a", CHANGED_WITHIN_MS_MAX)).toEqual(Object.keys(CHANGE_KINDS));
});
