import { expect, test } from "@jest/globals";
import { datedFileName } from "./dated-file-name.js";

const at = new Date("2026-11-26T23:05:09.123Z");

test.each([
  ["products.csv", "UTC", "products.csv"],
  ["products-{date:YYYYMMDD}.csv", "UTC", "products-20261126.csv"],
  ["products-{date:YYYYMMDD}.csv", "Europe/Berlin", "products-20261127.csv"],
  ["{date:YY-MM-DD}_{date:HHmmss}.csv", "Asia/Kolkata", "26-11-27_043509.csv"],
  ["products-{date:YYYYMMDD_HH}.csv", "America/New_York", "products-20261126_18.csv"],
])("%s in %s is %s", (name, timeZone, expected) => {
  expect(datedFileName(name, at, timeZone)).toBe(expected);
});
