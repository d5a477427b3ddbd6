import { expect, test } from "@jest/globals";
import { DataPointType } from "@opentelemetry/sdk-metrics";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { metricDataOf, type RegistryMetric } from "./metric-data.js";

const PERIOD = { startTime: [1, 0], endTime: [2, 0] } as const;

async function dataOf(registry: Registry) {
  const metrics = (await registry.getMetricsAsJSON()) as unknown as RegistryMetric[];
  return metricDataOf(metrics, { startTime: [...PERIOD.startTime], endTime: [...PERIOD.endTime] });
}

test("a counter is a monotonic sum with its labels, a gauge is a gauge", async () => {
  const registry = new Registry();
  const sent = new Counter({ name: "sent_total", help: "Sent", labelNames: ["outcome"], registers: [registry] });
  sent.inc({ outcome: "done" }, 3);
  sent.inc({ outcome: "failed" }, 0);
  new Gauge({ name: "waiting", help: "Waiting", registers: [registry] }).set(1.5);
  expect(await dataOf(registry)).toMatchObject([
    {
      descriptor: { name: "sent_total", description: "Sent" },
      dataPointType: DataPointType.SUM,
      isMonotonic: true,
      dataPoints: [
        { ...PERIOD, attributes: { outcome: "done" }, value: 3 },
        { ...PERIOD, attributes: { outcome: "failed" }, value: 0 },
      ],
    },
    {
      descriptor: { name: "waiting" },
      dataPointType: DataPointType.GAUGE,
      dataPoints: [{ attributes: {}, value: 1.5 }],
    },
  ]);
});

test("each bucket of a histogram has its own count, the last one that above every bound", async () => {
  const registry = new Registry();
  const labelNames = ["route"] as const;
  const seconds = new Histogram({
    name: "seconds",
    help: "s",
    labelNames,
    buckets: [0.1, 1, 10],
    registers: [registry],
  });
  for (const value of [0.05, 0.1, 0.5, 5, 50, 60]) seconds.observe({ route: "/a" }, value);
  seconds.observe({ route: "/b" }, 2);
  const [data] = await dataOf(registry);
  expect(data).toMatchObject({
    dataPointType: DataPointType.HISTOGRAM,
    dataPoints: [
      {
        attributes: { route: "/a" },
        value: { buckets: { boundaries: [0.1, 1, 10], counts: [2, 1, 1, 2] }, sum: 115.65, count: 6 },
      },
      { attributes: { route: "/b" }, value: { buckets: { counts: [0, 0, 1, 0] }, sum: 2, count: 1 } },
    ],
  });
});

test("a metric without a value is left out", async () => {
  const registry = new Registry();
  new Counter({ name: "a_total", help: "a", labelNames: ["x"], registers: [registry] });
  expect(await dataOf(registry)).toEqual([]);
});
