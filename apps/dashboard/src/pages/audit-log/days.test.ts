import { expect, test } from "@jest/globals";
import { dayBefore, dayOf, endOf, startOf } from "./days.js";

test("a day is converted to its start and end, and back to the day", () => {
  for (const day of ["2026-11-21", "2026-12-31", "2028-02-29", "2026-03-29", "2026-10-25"]) {
    expect([dayOf(startOf(day)), dayBefore(endOf(day))]).toEqual([day, day]);
    expect(endOf(day) > startOf(day)).toBe(true);
  }
  expect(dayOf(endOf("2026-12-31"))).toBe("2027-01-01");
});
