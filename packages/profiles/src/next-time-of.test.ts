import { describe, expect, test } from "@jest/globals";
import { scheduleSchema } from "@skucast/contracts/schedules/schedule";
import { NoNextTime, nextTimeOf } from "./next-time-of.js";

const at = (text: string) => new Date(text);
const next = (schedule: unknown, after: string, last = after): string =>
  nextTimeOf(scheduleSchema.parse(schedule), at(after), at(last)).toISOString();

describe("an interval", () => {
  test("is counted from the previous run, however late that was noticed", () => {
    expect(next({ every_minutes: 30 }, "2026-11-25T10:00:20Z", "2026-11-25T10:00:00Z")).toBe(
      "2026-11-25T10:30:00.000Z",
    );
    expect(next({ every_minutes: 30 }, "2026-11-25T12:10:00Z", "2026-11-25T10:00:00Z")).toBe(
      "2026-11-25T12:30:00.000Z",
    );
    expect(next({ every_minutes: 1 }, "2026-11-25T10:01:00Z", "2026-11-25T10:00:00Z")).toBe("2026-11-25T10:02:00.000Z");
  });
});

describe("a pattern", () => {
  test.each([
    ["15 */2 * * *", "2026-11-25T10:15:00Z", "2026-11-25T12:15:00.000Z"],
    ["0 6 * * 1-5", "2026-11-27T06:00:00Z", "2026-11-30T06:00:00.000Z"],
    ["0 0 29 2 *", "2026-11-25T00:00:00Z", "2028-02-29T00:00:00.000Z"],
    // crontab(5): if both day fields are restricted, either is enough. 2026-12-06 is a Sunday.
    ["0 0 13 * 0", "2026-12-01T00:00:00Z", "2026-12-06T00:00:00.000Z"],
    // A field that begins with * is not restricted: both must match. The first Monday on an odd day is 2026-12-07.
    ["0 0 */2 * 1", "2026-12-01T00:00:00Z", "2026-12-07T00:00:00.000Z"],
    ["0 0 13 * */2", "2026-12-01T00:00:00Z", "2026-12-13T00:00:00.000Z"],
    ["0 0 */2 * *", "2026-12-01T00:00:00Z", "2026-12-03T00:00:00.000Z"],
    ["0 0 * * 1", "2026-12-01T00:00:00Z", "2026-12-07T00:00:00.000Z"],
    ["0 0 13 * *", "2026-12-01T00:00:00Z", "2026-12-13T00:00:00.000Z"],
  ])("%s after %s is %s", (cron, after, expected) => {
    expect(next({ cron, time_zone: "UTC" }, after)).toBe(expected);
  });

  test("uses local time, with and without daylight saving time", () => {
    const schedule = { cron: "0 4 * * *", time_zone: "Europe/Berlin" };
    expect(next(schedule, "2026-03-28T12:00:00Z")).toBe("2026-03-29T02:00:00.000Z");
    expect(next(schedule, "2026-10-24T12:00:00Z")).toBe("2026-10-25T03:00:00.000Z");
  });

  test("whose time is skipped occurs once, after the gap", () => {
    const schedule = { cron: "30 2 * * *", time_zone: "Europe/Berlin" };
    const skipped = next(schedule, "2026-03-28T12:00:00Z");
    expect(skipped.slice(0, 10)).toBe("2026-03-29");
    expect(next(schedule, skipped)).toBe("2026-03-30T00:30:00.000Z");
  });

  test.each([["0 0 30 2 *"], ["61 * * * *"], ["* * * * never"]])("%s never matches", (cron) => {
    expect(() => next({ cron, time_zone: "UTC" }, "2026-11-25T00:00:00Z")).toThrow(NoNextTime);
  });

  test.each([
    ["0 0 32 * *", "day: 32"],
    ["0 0 1 13 *", "month: 13"],
    ["61 * * * *", "minute: 61"],
  ])("%s is rejected with the number that was written", (cron, told) => {
    expect(() => next({ cron, time_zone: "UTC" }, "2026-11-25T00:00:00Z")).toThrow(told);
  });

  test("may have several spaces between its fields", () => {
    expect(scheduleSchema.parse({ cron: " 0  6 *\t* 1-5 ", time_zone: "UTC" })).toMatchObject({ cron: "0 6 * * 1-5" });
  });

  test.each([["* * * * * *"], ["@daily"], [""]])("%j does not have five fields", (cron) => {
    expect(scheduleSchema.safeParse({ cron, time_zone: "UTC" }).success).toBe(false);
  });
});

test("a local time works as for feeds", () => {
  expect(next({ time: "02:00", time_zone: "Europe/Berlin" }, "2026-11-25T00:30:00Z")).toBe("2026-11-25T01:00:00.000Z");
});
