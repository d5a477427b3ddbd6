import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { delay, systemClock } from "./clock.js";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test("the system clock follows the machine", () => {
  jest.setSystemTime(new Date("2026-02-03T04:05:06Z"));
  expect(systemClock.now().toISOString()).toBe("2026-02-03T04:05:06.000Z");
});

test("a delay ends after its time and not before", async () => {
  let isOver = false;
  const waiting = delay(1_000).then(() => {
    isOver = true;
  });
  await jest.advanceTimersByTimeAsync(999);
  expect(isOver).toBe(false);
  await jest.advanceTimersByTimeAsync(1);
  await waiting;
  expect(isOver).toBe(true);
});

test("an aborted delay rejects with the signal's reason and leaves no timer", async () => {
  const controller = new AbortController();
  const waiting = delay(60_000, controller.signal);
  controller.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
  expect(jest.getTimerCount()).toBe(0);
});

test("a delay whose signal is already aborted rejects at once", async () => {
  await expect(delay(60_000, AbortSignal.abort(new Error("too late")))).rejects.toThrow("too late");
  expect(jest.getTimerCount()).toBe(0);
});

test("a delay longer than the limit of timers does not end at once", async () => {
  let isOver = false;
  void delay(Number.POSITIVE_INFINITY).then(() => {
    isOver = true;
  });
  await jest.advanceTimersByTimeAsync(1_000_000);
  expect(isOver).toBe(false);
});
