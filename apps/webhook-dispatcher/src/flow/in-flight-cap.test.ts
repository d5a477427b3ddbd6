import { expect, test } from "@jest/globals";
import { createInFlightCap } from "./in-flight-cap.js";

const at = (startedAtMs: number, endedAtMs = startedAtMs) => ({ startedAtMs, endedAtMs });

test("an endpoint that keeps up gets one more slot for each round, up to the maximum", () => {
  const cap = createInFlightCap(() => 50);
  expect(cap.current()).toBe(10);
  for (let i = 0; i < 11; i += 1) cap.grow();
  expect(cap.current()).toBe(11);
  for (let i = 0; i < 5_000; i += 1) cap.grow();
  expect(cap.current()).toBe(50);
});

test("an overloaded endpoint loses 30 % of its slots for each round, down to one", () => {
  const cap = createInFlightCap(() => 50);
  cap.shrink(at(0, 100));
  cap.shrink(at(50, 100)); // was in flight when the first one ended
  expect(cap.current()).toBe(7);
  for (let round = 1; round < 20; round += 1) cap.shrink(at(round * 1_000));
  expect(cap.current()).toBe(1);
});

test("a lower maximum applies at once", () => {
  let max = 50;
  const cap = createInFlightCap(() => max);
  max = 4;
  expect(cap.current()).toBe(4);
  max = 0;
  expect(cap.current()).toBe(1);
});
