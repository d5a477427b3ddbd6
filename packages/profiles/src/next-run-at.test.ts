import { describe, expect, test } from "@jest/globals";
import { businessDate, nextRunAt } from "./next-run-at.js";

const next = (time: string, time_zone: string, after: string) =>
  nextRunAt({ time, time_zone }, new Date(after)).toISOString();

describe("the next run", () => {
  test.each([
    ["an ordinary night", "02:00", "Europe/Berlin", "2026-11-21T12:00:00Z", "2026-11-22T01:00:00.000Z"],
    ["strictly after the given time", "02:00", "UTC", "2026-11-21T02:00:00Z", "2026-11-22T02:00:00.000Z"],
    ["Berlin, a skipped hour", "02:30", "Europe/Berlin", "2026-03-28T12:00:00Z", "2026-03-29T01:00:00.000Z"],
    ["Berlin, an hour that occurs twice", "02:30", "Europe/Berlin", "2026-10-24T12:00:00Z", "2026-10-25T00:30:00.000Z"],
    ["Cairo, a skipped midnight", "00:30", "Africa/Cairo", "2026-04-23T12:00:00Z", "2026-04-23T22:00:00.000Z"],
    [
      "Lord Howe, a skipped half hour",
      "02:15",
      "Australia/Lord_Howe",
      "2026-10-03T10:00:00Z",
      "2026-10-03T15:30:00.000Z",
    ],
  ])("%s", (_title, time, zone, after, expected) => {
    expect(next(time, zone, after)).toBe(expected);
  });

  const zones = ["Europe/Berlin", "Africa/Cairo", "Australia/Lord_Howe", "America/Nuuk"];
  const times = ["00:30", "01:45", "02:15", "23:30"];
  test.each(zones)("occurs exactly once on each local date of two years in %s", (time_zone) => {
    for (const time of times) {
      const dates: string[] = [];
      for (let at = new Date("2025-12-31T12:00:00Z"); dates.length < 730; ) {
        at = nextRunAt({ time, time_zone }, at);
        dates.push(businessDate({ time, time_zone }, at));
      }
      expect(new Set(dates).size).toBe(730);
      const [first = "", last = ""] = [dates[0], dates.at(-1)];
      expect((Date.parse(last) - Date.parse(first)) / 86_400_000).toBe(729);
    }
  });
});

test("the business date is the local one", () => {
  const schedule = { time: "00:30", time_zone: "Europe/Berlin" };
  expect(businessDate(schedule, new Date("2026-11-21T23:30:00Z"))).toBe("2026-11-22");
});

test("a time that is skipped up to midnight belongs to the scheduled date", () => {
  const schedule = { time: "23:30", time_zone: "America/Nuuk" };
  const at = nextRunAt(schedule, new Date("2026-03-28T12:00:00Z"));
  expect([at.toISOString(), businessDate(schedule, at)]).toEqual(["2026-03-29T01:00:00.000Z", "2026-03-28"]);
  const next = nextRunAt(schedule, at);
  expect([next.toISOString(), businessDate(schedule, next)]).toEqual(["2026-03-30T00:30:00.000Z", "2026-03-29"]);
});

test("in every zone each date of a year has exactly one run, at the scheduled time unless clocks skip it", () => {
  const zones = Intl.supportedValuesOf("timeZone").filter((_, i) => i % 20 === 0);
  expect(zones.length).toBeGreaterThan(20);
  for (const [i, time_zone] of zones.entries()) {
    const schedule = { time: ["00:00", "00:30", "02:30", "23:45"][i % 4] ?? "", time_zone };
    const shown = new Intl.DateTimeFormat("en-GB", { timeZone: time_zone, hour: "2-digit", minute: "2-digit" });
    const dates: string[] = [];
    let moved = 0;
    for (let at = new Date("2026-01-01T12:00:00Z"); dates.length < 365; ) {
      at = nextRunAt(schedule, at);
      dates.push(businessDate(schedule, at));
      if (shown.format(at) !== schedule.time) moved += 1;
    }
    const span = Date.parse(dates.at(-1) ?? "") - Date.parse(dates[0] ?? "");
    expect([time_zone, new Set(dates).size, span / 86_400_000]).toEqual([time_zone, 365, 364]);
    expect(moved).toBeLessThanOrEqual(2);
  }
});
