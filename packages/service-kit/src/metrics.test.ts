import { afterEach, describe, expect, jest, test } from "@jest/globals";
import { createLogger } from "./logger.js";
import { METRICS } from "./metric-names.js";
import { createMetrics } from "./metrics.js";

afterEach(() => {
  jest.useRealTimers();
});

const TEST_GAUGE = { name: "skucast_test_age_seconds", help: "Age", labels: ["queue"] } as const;

async function linesOf(metrics: { render(): Promise<{ body: string }> }, name: string): Promise<string[]> {
  const { body } = await metrics.render();
  return body.split("\n").filter((line) => line.startsWith(name));
}

describe("createMetrics", () => {
  test("several apps that use the same name share one metric", async () => {
    const metrics = createMetrics({ service: "standalone" });
    const api = metrics.forService("catalog-api");
    const dispatcher = metrics.forService("webhook-dispatcher");
    for (const { counter, service } of [api, dispatcher]) {
      counter(METRICS.httpRequests).labels({ service, route: "/me", method: "GET", status: "200" }).inc();
    }
    expect(await linesOf(metrics, "http_requests_total")).toEqual([
      'http_requests_total{service="catalog-api",route="/me",method="GET",status="200"} 1',
      'http_requests_total{service="webhook-dispatcher",route="/me",method="GET",status="200"} 1',
    ]);
  });

  test("the metrics of two processes are separate", async () => {
    const one = createMetrics({ service: "a" });
    const other = createMetrics({ service: "a" });
    one.counter(METRICS.runs).labels({ status: "succeeded" }).inc();
    expect(await linesOf(other, "skucast_runs_total")).toEqual([]);
  });

  test("a counter from zero has every series before anything has happened", async () => {
    const metrics = createMetrics({ service: "a" });
    metrics.counterFromZero(METRICS.busMessages, { queue: ["one"] });
    metrics.counterFromZero(METRICS.runs).inc({ status: "held" });
    metrics.counterFromZero(METRICS.runs);
    expect(await linesOf(metrics, "skucast_bus_messages_total")).toEqual([
      'skucast_bus_messages_total{queue="one",outcome="done"} 0',
      'skucast_bus_messages_total{queue="one",outcome="retry"} 0',
      'skucast_bus_messages_total{queue="one",outcome="dead"} 0',
    ]);
    expect(await linesOf(metrics, "skucast_runs_total")).toEqual([
      'skucast_runs_total{status="succeeded"} 0',
      'skucast_runs_total{status="succeeded_with_errors"} 0',
      'skucast_runs_total{status="skipped"} 0',
      'skucast_runs_total{status="held"} 1',
      'skucast_runs_total{status="failed"} 0',
    ]);
  });

  test("a counter whose label values are not known has no series from the start", async () => {
    const metrics = createMetrics({ service: "a" });
    metrics.counterFromZero(METRICS.busMessages);
    expect(await linesOf(metrics, "skucast_bus_messages_total")).toEqual([]);
  });

  test("a name cannot be used for two types of metric", () => {
    const metrics = createMetrics({ service: "a" });
    metrics.counter(METRICS.runs);
    expect(() => metrics.gauge(METRICS.runs)).toThrow("skucast_runs_total is already registered as another kind");
  });

  test("durations fall into the buckets of their definition", async () => {
    const metrics = createMetrics({ service: "a" });
    metrics.histogram(METRICS.deliveryAttemptDuration).labels({ outcome: "delivered" }).observe(0.2);
    const name = "skucast_delivery_attempt_duration_seconds_bucket";
    expect(await linesOf(metrics, `${name}{le="0.1"`)).toEqual([`${name}{le="0.1",outcome="delivered"} 0`]);
    expect(await linesOf(metrics, `${name}{le="0.25"`)).toEqual([`${name}{le="0.25",outcome="delivered"} 1`]);
  });

  test("the page is in Prometheus text format and has metrics of the process", async () => {
    const { contentType, body } = await createMetrics({ service: "a" }).render();
    expect(contentType).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(body).toContain("process_resident_memory_bytes");
    expect(body).toContain("nodejs_eventloop_lag_seconds");
  });
});

describe("an observed gauge", () => {
  test("is read at each scrape, from all its readers", async () => {
    const metrics = createMetrics({ service: "a" });
    let age = 3;
    metrics.observe(TEST_GAUGE, async () => [{ labels: { queue: "a" }, value: age }]);
    metrics.observe(TEST_GAUGE, () => [{ labels: { queue: "b" }, value: 7 }]);
    expect(await linesOf(metrics, TEST_GAUGE.name)).toEqual([
      'skucast_test_age_seconds{queue="a"} 3',
      'skucast_test_age_seconds{queue="b"} 7',
    ]);
    age = 4;
    expect(await linesOf(metrics, TEST_GAUGE.name)).toContain('skucast_test_age_seconds{queue="a"} 4');
  });

  test("disappears when its reader is removed", async () => {
    const metrics = createMetrics({ service: "a" });
    const takeAway = metrics.observe(TEST_GAUGE, () => [{ labels: { queue: "a" }, value: 1 }]);
    expect(await linesOf(metrics, TEST_GAUGE.name)).toHaveLength(1);
    takeAway();
    expect(await linesOf(metrics, TEST_GAUGE.name)).toEqual([]);
  });

  test.each([
    ["rejects", () => Promise.reject(new Error("database gone"))],
    [
      "throws",
      () => {
        throw new Error("database gone");
      },
    ],
  ])("whose reader %s is missing from the page, not zero, and is counted", async (_how, read) => {
    const metrics = createMetrics({ service: "a" });
    metrics.observe(METRICS.outboxOldestUnsent, read);
    expect(await linesOf(metrics, METRICS.outboxOldestUnsent.name)).toEqual([]);
    expect(await linesOf(metrics, METRICS.readErrors.name)).toEqual([
      'skucast_metric_read_errors_total{metric="skucast_outbox_oldest_unsent_seconds"} 1',
    ]);
  });

  test("whose reader fails is logged with the reason, once until it can be read again", async () => {
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    const metrics = createMetrics({ service: "a", logger: createLogger({ service: "a", level: "info", destination }) });
    let isGone = true;
    metrics.observe(METRICS.outboxOldestUnsent, () => (isGone ? Promise.reject(new Error("gone")) : [{ value: 1 }]));
    await metrics.render();
    await metrics.render();
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      event: "metric.unread",
      metric: METRICS.outboxOldestUnsent.name,
      err: { message: "gone" },
    });
    isGone = false;
    await metrics.render();
    isGone = true;
    await metrics.render();
    expect(lines).toHaveLength(2);
  });

  test("that does not answer delays a scrape by 2 s at most", async () => {
    jest.useFakeTimers({ doNotFake: ["setImmediate", "hrtime", "performance"] });
    const metrics = createMetrics({ service: "a" });
    metrics.observe(METRICS.outboxOldestUnsent, () => new Promise(() => {}));
    metrics.observe(METRICS.outboxOldestUnsent, () => [{ value: 5 }]);
    const page = linesOf(metrics, METRICS.outboxOldestUnsent.name);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(await page).toEqual(["skucast_outbox_oldest_unsent_seconds 5"]);
  });
});

test("every metric has a unique name with its unit", () => {
  const names = Object.values(METRICS).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z_]+_(total|seconds|consumers|connections|ok|ratio)$/);
});
