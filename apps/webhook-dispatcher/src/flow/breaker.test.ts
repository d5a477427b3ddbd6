import { expect, test } from "@jest/globals";
import { createBreaker } from "./breaker.js";

function failing(count: number, nowMs = 0) {
  const breaker = createBreaker();
  for (let i = 0; i < count; i += 1) breaker.record(false, nowMs);
  return breaker;
}

test("opens at the tenth failure of ten, not before, and allows a probe after 30 s", () => {
  expect(failing(9).stateAt(0)).toBe("closed");
  const breaker = failing(10);
  expect(breaker.stateAt(29_999)).toBe("open");
  expect(breaker.stateAt(30_000)).toBe("probing");
});

test("opens at ten failures in a row, even if many attempts succeeded just before", () => {
  const breaker = createBreaker();
  for (let i = 0; i < 1_000; i += 1) breaker.record(true, 0);
  for (let i = 0; i < 9; i += 1) breaker.record(false, 15_000);
  expect(breaker.stateAt(15_000)).toBe("closed");
  breaker.record(false, 15_000);
  expect(breaker.stateAt(15_000)).toBe("open");
});

test("a success never opens it", () => {
  const breaker = failing(9);
  breaker.record(true, 1_000);
  expect(breaker.stateAt(1_000)).toBe("closed");
  breaker.record(false, 1_000);
  expect(breaker.stateAt(1_000)).toBe("open");
});

test("resetCounts discards earlier failures, and leaves an open breaker open", () => {
  const breaker = failing(9);
  breaker.resetCounts();
  for (let i = 0; i < 9; i += 1) breaker.record(false, 0);
  expect(breaker.stateAt(0)).toBe("closed");
  breaker.record(false, 0);
  breaker.resetCounts();
  expect(breaker.stateAt(0)).toBe("open");
});

test("stays closed while more than three of ten attempts succeed", () => {
  const breaker = createBreaker();
  for (let i = 0; i < 100; i += 1) breaker.record(i % 3 === 0, 0);
  expect(breaker.stateAt(0)).toBe("closed");
});

test("failures that are minutes apart, like the retries of one delivery, never open it", () => {
  const breaker = createBreaker();
  for (let i = 0; i < 50; i += 1) breaker.record(false, i * 300_000);
  expect(breaker.stateAt(50 * 300_000)).toBe("closed");
});

test("each failed probe doubles the wait, up to five minutes; a successful one closes it", () => {
  const breaker = failing(10);
  let nowMs = 0;
  const waits: number[] = [];
  for (let i = 0; i < 6; i += 1) {
    const openedAtMs = nowMs;
    while (breaker.stateAt(nowMs) !== "probing") nowMs += 1_000;
    waits.push((nowMs - openedAtMs) / 1_000);
    breaker.record(false, nowMs);
  }
  expect(waits).toEqual([30, 60, 120, 240, 300, 300]);
  nowMs += 300_000;
  expect(breaker.record(true, nowMs)).toBe(true);
  expect(breaker.stateAt(nowMs)).toBe("closed");
  expect(breaker.record(true, nowMs)).toBe(false);
});

test("probe() allows a probe at once, and resets the wait if it fails", () => {
  const breaker = failing(10);
  breaker.probe(1_000);
  expect(breaker.stateAt(1_000)).toBe("probing");
  breaker.record(false, 1_000);
  expect([breaker.stateAt(60_999), breaker.stateAt(61_000)]).toEqual(["open", "probing"]);
});

test("probe() leaves a closed breaker closed", () => {
  const breaker = failing(1);
  breaker.probe(0);
  expect(breaker.stateAt(0)).toBe("closed");
});
