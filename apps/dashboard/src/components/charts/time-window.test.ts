import { expect, test } from "@jest/globals";
import { HOUR_MS, wholeBuckets } from "./time-window.js";

test("the first and the current hour are shown whole, however little of them is in the window", () => {
  const window = { since: "2026-11-25T10:58:00.000Z", until: "2026-11-26T10:02:00.000Z", bucketMs: HOUR_MS };
  const buckets = [{ start: "2026-11-25T10:00:00.000Z" }, { start: "2026-11-26T10:00:00.000Z" }];
  expect(wholeBuckets(window, buckets)).toEqual({
    since: "2026-11-25T10:00:00.000Z",
    until: "2026-11-26T11:00:00.000Z",
    bucketMs: HOUR_MS,
  });
});

test("a window without buckets stays as it is", () => {
  const window = { since: "2026-11-25T10:58:00.000Z", until: "2026-11-26T10:02:00.000Z", bucketMs: HOUR_MS };
  expect(wholeBuckets(window, [])).toEqual(window);
});
