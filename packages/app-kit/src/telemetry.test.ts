import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { createLogger } from "@skucast/service-kit/logger";
import { METRICS } from "@skucast/service-kit/metric-names";
import { createMetrics } from "@skucast/service-kit/metrics";
import { inSpan } from "@skucast/service-kit/traces";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { startTelemetry, withLogExport } from "./telemetry.js";

/** Nothing listens there. */
const UNREACHABLE = "http://127.0.0.1:9";

let collector: WebhookSink;
beforeEach(async () => {
  collector = await startWebhookSink();
  collector.answerWith({ headers: { "content-type": "application/json" }, body: "{}" });
});
afterEach(() => collector.close());

const settingsOf = (settings: Partial<Parameters<typeof startTelemetry>[1]> = {}) => ({
  SKUCAST_REGION: "eu",
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_TRACES_EXPORTER: "otlp" as const,
  OTEL_METRICS_EXPORTER: "otlp" as const,
  OTEL_LOGS_EXPORTER: "otlp" as const,
  OTEL_METRIC_EXPORT_INTERVAL: 60_000,
  ...settings,
});

const sentTo = (path: string) =>
  collector.received.filter((request) => request.path === path).map(({ body }) => JSON.parse(body.toString()));

test("what the process has measured arrives before stop resolves, with the names and values of /metrics", async () => {
  const metrics = createMetrics({ service: "importer" });
  const telemetry = await startTelemetry("importer", settingsOf(), metrics);
  metrics.counter(METRICS.runs).inc({ status: "held" }, 2);
  await inSpan({ tracer: "importer", name: "work" }, async () => {});
  await telemetry.stop();
  const [{ resourceMetrics }] = sentTo("/v1/metrics");
  expect(resourceMetrics[0].resource.attributes).toEqual([
    { key: "service.name", value: { stringValue: "importer" } },
    { key: "cloud.region", value: { stringValue: "eu" } },
  ]);
  const sent = resourceMetrics[0].scopeMetrics[0].metrics;
  expect(sent.find(({ name }: { name: string }) => name === METRICS.runs.name).sum).toMatchObject({
    isMonotonic: true,
    dataPoints: [{ asDouble: 2, attributes: [{ key: "status", value: { stringValue: "held" } }] }],
  });
  const { body } = await metrics.render();
  const shown = [...body.matchAll(/^# HELP (\S+)/gm)].map(([, name]) => name);
  expect(shown).toEqual(expect.arrayContaining(sent.map(({ name }: { name: string }) => name)));
  expect(sentTo("/v1/traces")).toHaveLength(1);
});

test("metrics are sent again after each interval", async () => {
  const metrics = createMetrics({ service: "importer" });
  const telemetry = await startTelemetry("importer", settingsOf({ OTEL_METRIC_EXPORT_INTERVAL: 10 }), metrics);
  await collector.waitForCount(3);
  await telemetry.stop();
});

test("a log line arrives as a record of its trace, redacted, and is written to the log as well", async () => {
  const written: string[] = [];
  const log = await withLogExport("importer", settingsOf(), { write: (line) => written.push(line) });
  const logger = createLogger({ service: "importer", level: "info", region: "eu", destination: log.destination });
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  await inSpan({ tracer: "t", name: "work", parent: `00-${traceId}-b7ad6b7169203331-01` }, async () => {
    logger.warn({ event: "import.failed", rows: 3, password: "canary", err: new Error("bad file") }, "import failed");
  });
  await new Promise<void>((resolve) => {
    logger.flush(() => resolve());
  });
  const [{ resourceLogs }] = sentTo("/v1/logs");
  const [record] = resourceLogs[0].scopeLogs[0].logRecords;
  expect(record).toMatchObject({
    severityText: "warn",
    severityNumber: 13,
    eventName: "import.failed",
    body: { stringValue: "import failed" },
    traceId,
    attributes: expect.arrayContaining([
      { key: "service", value: { stringValue: "importer" } },
      { key: "rows", value: { intValue: 3 } },
      { key: "password", value: { stringValue: "[redacted]" } },
    ]),
  });
  expect(record.timeUnixNano).toBe(`${Date.parse(JSON.parse(String(written[0])).time)}000000`);
  expect(written).toHaveLength(1);
  await log.stop();
});

test("a signal that is switched off is not sent", async () => {
  const none = settingsOf({ OTEL_TRACES_EXPORTER: "none", OTEL_METRICS_EXPORTER: "none", OTEL_LOGS_EXPORTER: "none" });
  const telemetry = await startTelemetry("importer", none, createMetrics({ service: "importer" }));
  const destination = { write: () => {} };
  const log = await withLogExport("importer", none, destination);
  expect(log.destination).toBe(destination);
  await inSpan({ tracer: "t", name: "work" }, async () => {});
  await Promise.all([telemetry.stop(), log.stop()]);
  expect(collector.received).toEqual([]);
});

test("an unreachable collector keeps neither lines from the log nor the process from ending", async () => {
  const settings = settingsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: UNREACHABLE });
  const written: string[] = [];
  const telemetry = await startTelemetry("importer", settings, createMetrics({ service: "importer" }));
  const log = await withLogExport("importer", settings, { write: (line) => written.push(line) });
  createLogger({ service: "importer", level: "info", destination: log.destination }).info("still here");
  await Promise.all([telemetry.stop(), log.stop()]);
  expect(written).toEqual([expect.stringContaining("still here")]);
});
