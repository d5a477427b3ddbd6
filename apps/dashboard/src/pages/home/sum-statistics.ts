import type { Statistics } from "@skucast/contracts/webhook-endpoints/statistics";
import type { Counts } from "../../components/charts/time-window.js";

/** The sum of several endpoints' buckets, sorted by time. */
export function sumStatistics(statistics: readonly Pick<Statistics, "buckets">[]): readonly Counts[] {
  const sums = new Map<string, { good: number; bad: number }>();
  for (const { buckets } of statistics) {
    for (const { start, attempts, delivered } of buckets) {
      const { good, bad } = sums.get(start) ?? { good: 0, bad: 0 };
      sums.set(start, { good: good + delivered, bad: bad + attempts - delivered });
    }
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([start, { good, bad }]) => ({ start, good, bad }));
}
