import { expect, test } from "@jest/globals";
import { parseRetryAfter } from "./parse-retry-after.js";

const now = new Date("2026-11-21T08:00:00.000Z");

test.each([
  ["120", 120_000],
  ["0", 0],
  ["999999999", 999_999_999_000],
  ["1000000000", 1_000_000_000_000],
  ["9".repeat(400), Number.POSITIVE_INFINITY],
  ["Sat, 21 Nov 2026 08:01:00 GMT", 60_000],
  ["Sat, 21 Nov 2026 07:00:00 GMT", 0],
  ["soon", undefined],
  ["-1", undefined],
  ["1e9", undefined],
  ["", undefined],
  [undefined, undefined],
])("reads %p", (header, ms) => {
  expect(parseRetryAfter(header, now)).toBe(ms);
});
