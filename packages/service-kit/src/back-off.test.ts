import { expect, test } from "@jest/globals";
import { createBackOff } from "./back-off.js";

test("delays double from the base up to the limit", () => {
  const delayMs = createBackOff({ baseMs: 100, maxMs: 1_000, jitter: 0 });
  expect([1, 2, 3, 4, 5, 6, 5_000].map(delayMs)).toEqual([100, 200, 400, 800, 1_000, 1_000, 1_000]);
});

test("jitter shortens the delay by at most its share", () => {
  const withChance = (chance: number) =>
    createBackOff({ baseMs: 100, maxMs: 1_000, jitter: 0.5, random: () => chance });
  expect([withChance(0)(2), withChance(0.5)(2), withChance(0.999_999)(2)]).toEqual([200, 150, 100]);
});

test("without a failure the delay is the base, not less", () => {
  expect(createBackOff({ baseMs: 100, maxMs: 1_000, jitter: 0 })(0)).toBe(100);
});

test("delays are random unless jitter is 0", () => {
  const delayMs = createBackOff({ baseMs: 1_000_000, maxMs: 1_000_000 });
  const delays = Array.from({ length: 20 }, () => delayMs(1));
  expect(new Set(delays).size).toBeGreaterThan(1);
  for (const ms of delays) expect(ms).toBeGreaterThanOrEqual(500_000);
});
