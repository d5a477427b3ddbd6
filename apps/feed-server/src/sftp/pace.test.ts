import { expect, test } from "@jest/globals";
import { createPace } from "./pace.js";

test("a second's bytes go out at once, and then as many as time brings", () => {
  let nowMs = 0;
  const pace = createPace(1_000, () => nowMs);
  pace.spend(1_500);
  expect(pace.isSpent()).toBe(true);
  nowMs = 500;
  expect(pace.isSpent()).toBe(true);
  nowMs = 501;
  expect(pace.isSpent()).toBe(false);
});

test("who waits long has no more than a second's bytes in hand", () => {
  let nowMs = 0;
  const pace = createPace(1_000, () => nowMs);
  nowMs = 60_000;
  expect(pace.isSpent()).toBe(false);
  pace.spend(1_000);
  expect(pace.isSpent()).toBe(true);
});

test("a clock that is set back brings nothing and holds nobody up", () => {
  let nowMs = 3_600_000;
  const pace = createPace(1_000, () => nowMs);
  pace.spend(1_001);
  nowMs = 0;
  expect(pace.isSpent()).toBe(true);
  nowMs = 2;
  expect(pace.isSpent()).toBe(false);
});

test("without a limit nothing waits", () => {
  const pace = createPace(Number.POSITIVE_INFINITY, () => 0);
  pace.spend(1e12);
  expect(pace.isSpent()).toBe(false);
});
