import { expect, test } from "@jest/globals";
import { issuePoints, pointsOf } from "./channel-trends.js";

const day = (
  date: string,
  invalid: number,
  issues: { code: string; severity: "error" | "warning"; products: number }[],
) => ({
  date,
  counted_at: `${date}T10:00:00.000Z`,
  published: 0,
  pending: 0,
  held: 0,
  invalid,
  excluded: 0,
  issues,
});
const DAYS = [
  day("2026-11-30", 3, [
    { code: "too_long", severity: "warning", products: 9 },
    { code: "too_long", severity: "error", products: 3 },
  ]),
  day("2026-12-01", 1, []),
];

test("a count has a point for each day, labelled with the day in UTC", () => {
  expect(pointsOf(DAYS, ({ invalid }) => invalid)).toEqual([
    { label: "Nov 30", value: 3 },
    { label: "Dec 1", value: 1 },
  ]);
});

test("an issue has a point for each day, by code and severity, and none on a day without it", () => {
  expect(issuePoints(DAYS, { code: "too_long", severity: "error" }).map(({ value }) => value)).toEqual([3, 0]);
  expect(issuePoints(DAYS, { code: "too_long", severity: "warning" }).map(({ value }) => value)).toEqual([9, 0]);
});
