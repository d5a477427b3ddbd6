import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "@skucast/testkit/eventually";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { createDeploymentOnTestDatabase, type Deployment } from "./testing/run-deployment.js";

interface Span {
  readonly traceId: string;
  readonly name: string;
}

interface LogRecord {
  readonly traceId?: string;
  readonly eventName?: string;
}

interface Metric {
  readonly name: string;
  readonly sum?: { readonly dataPoints: readonly { readonly asDouble: number }[] };
}

/** What the collector has received (OTLP over HTTP, JSON). */
const spans: Span[] = [];
const logRecords: LogRecord[] = [];
const metrics: Metric[] = [];
let collector: Server;
let sink: WebhookSink;
let deployment: Deployment;

beforeAll(async () => {
  collector = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on("data", (chunk) => chunks.push(chunk));
    req.on("end", () => {
      const body = JSON.parse(Buffer.concat(chunks).toString());
      for (const { scopeSpans } of body.resourceSpans ?? []) for (const scope of scopeSpans) spans.push(...scope.spans);
      for (const { scopeLogs } of body.resourceLogs ?? [])
        for (const scope of scopeLogs) logRecords.push(...scope.logRecords);
      for (const { scopeMetrics } of body.resourceMetrics ?? [])
        for (const scope of scopeMetrics) metrics.push(...scope.metrics);
      res.writeHead(200, { "Content-Type": "application/json" }).end("{}");
    });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => collector.once("listening", resolve));
  const { port } = collector.address() as AddressInfo;
  sink = await startWebhookSink();
  deployment = await createDeploymentOnTestDatabase({
    SKUCAST_ALLOW_TARGETS: "127.0.0.0/8",
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_METRIC_EXPORT_INTERVAL: "1000",
  });
  await deployment.start();
});
afterAll(async () => {
  await deployment.remove();
  await sink.close();
  collector.closeAllConnections();
  await new Promise((resolve) => collector.close(resolve));
});

test("one trace follows a product from its request to its delivery", async () => {
  const api = deployment.api();
  await api.call("POST", "/webhook-endpoints", { url: `${sink.url}/hook` });
  const product = { sku: "TRACED", title: "Traced", price_amount: 1, price_currency: "EUR", availability: "in_stock" };
  await api.call("POST", "/products", product);
  await sink.waitForCount(1);

  const names = await eventually(() => {
    const request = spans.find(({ name }) => name === "POST /api/public/v1/products");
    const together = spans.filter(({ traceId }) => traceId === request?.traceId).map(({ name }) => name);
    return together.some((name) => /deliver/i.test(name)) ? together : undefined;
  });
  expect(names.length).toBeGreaterThanOrEqual(2);
});

test("the log lines of a request belong to its trace, and the metrics count it", async () => {
  const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
  const { base_url: baseUrl, api_key: key } = deployment.demo();
  const response = await fetch(`${baseUrl}/api/public/v1/me`, {
    headers: { authorization: `Bearer ${key}`, traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
  });
  expect(response.status).toBe(200);
  await eventually(() =>
    logRecords.some((record) => record.eventName === "http.request" && record.traceId === traceId),
  );
  await eventually(() => {
    const requests = metrics.findLast(({ name }) => name === "http_requests_total");
    return (requests?.sum?.dataPoints ?? []).some(({ asDouble }) => asDouble > 0);
  });
});
