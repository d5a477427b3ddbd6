import { expect, test } from "@jest/globals";
import { nextRunDays } from "./next-run-days.js";

test.each([
  ["Europe/Berlin", "2026-11-22T01:00:00Z", ["Sunday, November 22", "Monday, November 23", "Tuesday, November 24"]],
  ["America/New_York", "2026-11-22T03:00:00Z", ["Saturday, November 21", "Sunday, November 22", "Monday, November 23"]],
  ["the night that has two hours of two", "2026-10-24T22:30:00Z", ["Sunday, October 25", "Monday, October 26"]],
  ["the end of a year", "2026-12-31T12:00:00Z", ["Thursday, December 31", "Friday, January 1"]],
])("the next run days are in the feed's own time zone: %s", (place, at, nights) => {
  const zone = place.includes("/") ? place : "Europe/Berlin";
  expect(nextRunDays(at, zone)).toEqual(expect.arrayContaining(nights));
});
