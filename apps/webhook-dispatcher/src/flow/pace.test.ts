import { expect, test } from "@jest/globals";
import { createPace } from "./pace.js";

/** Attempts that begin when one is tried each millisecond. */
function begunWithin(ms: number, ratePerSecond: number | undefined): number {
  const pace = createPace();
  pace.set(ratePerSecond);
  let begun = 0;
  for (let nowMs = 0; nowMs < ms; nowMs += 1) {
    if (!pace.mayBegin(nowMs)) continue;
    pace.count();
    begun += 1;
  }
  return begun;
}

test.each([1, 5, 50, 400])("%i a second are that many, and never a tenth of a second's worth more", (rate) => {
  const begun = begunWithin(10_000, rate);
  expect(begun).toBeGreaterThanOrEqual(rate * 10 - 1);
  expect(begun).toBeLessThanOrEqual(rate * 10 + Math.max(1, rate / 10));
});

test("without a rate everything begins", () => {
  expect(begunWithin(1_000, undefined)).toBe(1_000);
});
