import { describe, expect, test } from "@jest/globals";
import { localDate, nextRunAt } from "./next-run-at.js";

const next = (time: string, time_zone: string, after: string) =>
  nextRunAt({ time, time_zone }, new Date(after)).toISOString();

describe("the next run", () => {
  test.each([
    ["an ordinary night", "02:00", "Europe/Berlin", "2026-11-21T12:00:00Z", "2026-11-22T01:00:00.000Z"],
    ["strictly after the moment", "02:00", "UTC", "2026-11-21T02:00:00Z", "2026-11-22T02:00:00.000Z"],
    ["Berlin, an hour that is skipped", "02:30", "Europe/Berlin", "2026-03-28T12:00:00Z", "2026-03-29T01:00:00.000Z"],
    ["Berlin, an hour that comes twice", "02:30", "Europe/Berlin", "2026-10-24T12:00:00Z", "2026-10-25T00:30:00.000Z"],
    ["Cairo, a midnight that is skipped", "00:30", "Africa/Cairo", "2026-04-23T12:00:00Z", "2026-04-23T22:00:00.000Z"],
    [
      "Lord Howe, half an hour that is skipped",
      "02:15",
      "Australia/Lord_Howe",
      "2026-10-03T10:00:00Z",
      "2026-10-03T15:30:00.000Z",
    ],
  ])("%s", (_title, time, zone, after, expected) => {
    expect(next(time, zone, after)).toBe(expected);
  });

  const zones = ["Europe/Berlin", "Africa/Cairo", "Australia/Lord_Howe"];
  const times = ["00:30", "01:45", "02:15"];
  test.each(zones)("comes exactly once on each local date over two years in %s", (time_zone) => {
    for (const time of times) {
      const dates: string[] = [];
      for (let at = new Date("2025-12-31T12:00:00Z"); dates.length < 730; ) {
        at = nextRunAt({ time, time_zone }, at);
        dates.push(localDate(at, time_zone));
      }
      expect(new Set(dates).size).toBe(730);
      const [first = "", last = ""] = [dates[0], dates.at(-1)];
      expect((Date.parse(last) - Date.parse(first)) / 86_400_000).toBe(729);
    }
  });
});

test("the business date is the local one", () => {
  expect(localDate(new Date("2026-11-21T23:30:00Z"), "Europe/Berlin")).toBe("2026-11-22");
});
