import { expect, test } from "@jest/globals";
import { createRateLimit } from "./rate-limit.js";

/** Attempts that start when one is tried each millisecond. */
function startedWithin(ms: number, ratePerSecond: number | undefined): number {
  const rateLimit = createRateLimit();
  rateLimit.set(ratePerSecond);
  let started = 0;
  for (let nowMs = 0; nowMs < ms; nowMs += 1) {
    if (!rateLimit.canStart(nowMs)) continue;
    rateLimit.count();
    started += 1;
  }
  return started;
}

test.each([1, 5, 50, 400])("%i/s is met, and never exceeded by more than a tenth of a second's worth", (rate) => {
  const started = startedWithin(10_000, rate);
  expect(started).toBeGreaterThanOrEqual(rate * 10 - 1);
  expect(started).toBeLessThanOrEqual(rate * 10 + Math.max(1, rate / 10));
});

test("without a rate all attempts start", () => {
  expect(startedWithin(1_000, undefined)).toBe(1_000);
});
