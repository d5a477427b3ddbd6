import { describe, expect, test } from "@jest/globals";
import { calendarDate, zonedTime } from "./zoned-time.js";

describe("a time with its offset", () => {
  test.each([
    "2026-11-21T09:00:00Z",
    "2026-11-21T09:00:00.123456789+05:45",
    "2026-11-21T09:00:00+14:00",
    "2026-11-21T09:00:00-15:59",
    "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999Z",
    "1969-07-20T20:17:00Z",
  ])("may be %s", (value) => {
    expect(zonedTime.parse(value)).toBe(value);
  });

  test.each([
    ["9999-12-31T23:59:59-23:59", "must have an offset from UTC of less than 16 hours"],
    ["2026-11-21T09:00:00+16:00", "must have an offset from UTC of less than 16 hours"],
    ["9999-12-31T23:59:59-00:01", "must be a time in the years 1 to 9999 in UTC"],
    ["0001-01-01T00:00:00+00:01", "must be a time in the years 1 to 9999 in UTC"],
    ["0000-06-01T00:00:00Z", "must be a time in the years 1 to 9999 in UTC"],
  ])("cannot be %s: %s", (value, message) => {
    expect(zonedTime.safeParse(value).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });

  test("has at most 50 characters", () => {
    expect(zonedTime.safeParse(`2026-11-21T09:00:00.${"1".repeat(29)}Z`).success).toBe(true);
    expect(zonedTime.safeParse(`2026-11-21T09:00:00.${"1".repeat(30)}Z`).success).toBe(false);
  });
});

test("a date is of the years 1 to 9999", () => {
  expect(calendarDate.safeParse("0001-01-01").success).toBe(true);
  expect(calendarDate.safeParse("0000-12-31").success).toBe(false);
});
