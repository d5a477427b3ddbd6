import { describe, expect, test } from "@jest/globals";
import { decideEndpointHealth, type EndpointHealth, type HealthSignal, mustDisable } from "./decide-endpoint-health.js";

const WORKS: EndpointHealth = {
  failingSince: null,
  lastFailedAt: null,
  failuresSince: null,
  failureCount: 0,
  failingNoticedAt: null,
  exhaustedNoticedAt: null,
};
const START_MS = Date.parse("2026-11-21T08:00:00Z");
const HOUR_MS = 3_600_000;
const at = (hours: number) => new Date(START_MS + hours * HOUR_MS);
const failure = (hours: number, isExhausted = false): HealthSignal => ({
  at: at(hours),
  isSuccess: false,
  isExhausted,
});
const success = (hours: number): HealthSignal => ({ at: at(hours), isSuccess: true, isExhausted: false });

/** The notices that a series of attempts causes, each with its hour, and the hour at which the endpoint is disabled. */
function follow(signals: readonly HealthSignal[]) {
  let health = WORKS;
  const seen: [string, number][] = [];
  for (const signal of signals) {
    const decided = decideEndpointHealth(health, signal);
    health = decided.health;
    const hour = (signal.at.getTime() - START_MS) / HOUR_MS;
    seen.push(...decided.notices.map((notice): [string, number] => [notice, hour]));
    if (!signal.isSuccess && mustDisable(health, signal.at)) seen.push(["disabled", hour]);
  }
  return seen;
}

/** The hours at which one delivery is attempted. */
const SCHEDULE_HOURS = [0, 5 / 3_600, 0.1, 0.6, 2.6, 7.6, 17.6, 31.6, 51.6, 75.6];
const delivery = (from: number) =>
  SCHEDULE_HOURS.map((hours, n) => failure(from + hours, n === SCHEDULE_HOURS.length - 1));

describe("an endpoint is disabled", () => {
  test("after five days in which all attempts failed, and is reported as failing before", () => {
    expect(follow([...delivery(0), ...delivery(80).slice(0, 8), failure(121)])).toEqual([
      ["failing", 0.6],
      ["exhausted", 75.6],
      ["disabled", 121],
    ]);
  });

  test("also when its Retry-After doubles every wait, up to 48 hours", () => {
    const hours = SCHEDULE_HOURS.map((hour) => 2 * hour);
    expect(follow(hours.map((hour) => failure(hour))).at(-1)).toEqual(["disabled", 151.2]);
  });

  test.each([
    ["by one failure after five quiet days", [failure(0), failure(5 * 24 + 1)]],
    ["by one failure after a delivery that failed for good and quiet days", [...delivery(0), failure(75.6 + 120)]],
    [
      "by many failures within eleven hours after quiet days",
      [failure(0), ...[130, 131, 135, 140, 141].map((h) => failure(h))],
    ],
    ["by three failures over twelve hours", [failure(0), ...[130, 136, 142].map((h) => failure(h))]],
    ["when there was one success", [...delivery(0), success(100), ...[121, 122, 126, 134, 140].map((h) => failure(h))]],
  ])("not %s", (_name, signals) => {
    expect(follow(signals).filter(([what]) => what === "disabled")).toEqual([]);
  });

  test("after quiet days when its failures go on for twelve hours", () => {
    const hours = [130, 131, 135, 141, 142];
    expect(follow([failure(0), ...hours.map((h) => failure(h))])).toEqual([
      ["failing", 135],
      ["disabled", 142],
    ]);
  });
});

describe("owners get notices", () => {
  test("once when an endpoint is failing, and once when it has recovered", () => {
    expect(follow([...delivery(0).slice(0, 6), success(9), success(10)])).toEqual([
      ["failing", 0.6],
      ["recovered", 9],
    ]);
  });

  test("none for one or two failures before a success", () => {
    expect(follow([failure(0), failure(0.1), success(0.2)])).toEqual([]);
  });

  test("none for any number of failures within a minute", () => {
    expect(follow(Array.from({ length: 1_000 }, (_, n) => failure(n / 100_000)))).toEqual([]);
  });

  test("about exhausted deliveries at most once a day, even if others succeed in between", () => {
    const signals = Array.from({ length: 50 }, (_, n) => (n % 2 ? success(n) : failure(n, true)));
    expect(follow(signals)).toEqual([
      ["exhausted", 0],
      ["exhausted", 24],
      ["exhausted", 48],
    ]);
  });
});
