import { expect, test } from "@jest/globals";
import { sumStatistics } from "./sum-statistics.js";

const bucket = (start: string, attempts: number, delivered: number) => ({
  start,
  attempts,
  delivered,
  success_rate: null,
  latency_p50_ms: null,
  latency_p95_ms: null,
});

test("attempts of several endpoints are summed by hour, sorted by time", () => {
  const late = "2026-11-21T11:00:00Z";
  const early = "2026-11-21T10:00:00Z";
  const counts = sumStatistics([
    { buckets: [bucket(late, 4, 3)] },
    { buckets: [bucket(early, 2, 2), bucket(late, 1, 0)] },
  ]);
  expect(counts.map(({ start, good, bad }) => [start, good, bad])).toEqual([
    [early, 2, 0],
    [late, 3, 2],
  ]);
});
