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

/** The spans that the collector has received (OTLP over HTTP, JSON). */
const spans: Span[] = [];
let collector: Server;
let sink: WebhookSink;
let deployment: Deployment;

beforeAll(async () => {
  collector = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on("data", (chunk) => chunks.push(chunk));
    req.on("end", () => {
      const body = JSON.parse(Buffer.concat(chunks).toString());
      for (const resource of body.resourceSpans) for (const scope of resource.scopeSpans) spans.push(...scope.spans);
      res.writeHead(200, { "Content-Type": "application/json" }).end("{}");
    });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => collector.once("listening", resolve));
  const { port } = collector.address() as AddressInfo;
  sink = await startWebhookSink();
  deployment = await createDeploymentOnTestDatabase({
    SKUCAST_ALLOW_TARGETS: "127.0.0.0/8",
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
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
