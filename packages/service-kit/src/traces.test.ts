import { createServer } from "node:http";
import { afterEach, describe, expect, test } from "@jest/globals";
import { trace } from "@opentelemetry/api";
import { InMemorySpanExporter } from "@opentelemetry/sdk-trace-node";
import { createLogger } from "./logger.js";
import { currentTraceparent, inSpan, parentFrom, startTracing } from "./traces.js";

const PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

let stop: (() => Promise<void>) | undefined;
afterEach(async () => {
  await stop?.();
  stop = undefined;
});

async function traceInMemory(sampleRatio?: number): Promise<InMemorySpanExporter> {
  const exporter = new InMemorySpanExporter();
  ({ stop } = await startTracing({ service: "standalone", exporter, sampleRatio }));
  return exporter;
}

describe("with tracing on", () => {
  test("one trace goes from the request through the stored event to its delivery", async () => {
    const exporter = await traceInMemory();
    const stored = await inSpan({ tracer: "catalog-api", name: "PUT /products/{sku}", kind: "server" }, () =>
      inSpan({ tracer: "catalog-api", name: "product.upsert" }, async () => currentTraceparent()),
    );
    await inSpan(
      {
        tracer: "webhook-dispatcher",
        name: "delivery.attempt",
        kind: "client",
        parent: stored,
        attributes: { attempt: 1 },
      },
      async () => {},
    );
    const [upsert, request, delivery] = exporter.getFinishedSpans();
    expect([upsert?.name, request?.name, delivery?.name]).toEqual([
      "product.upsert",
      "PUT /products/{sku}",
      "delivery.attempt",
    ]);
    expect(upsert?.parentSpanContext?.spanId).toBe(request?.spanContext().spanId);
    expect(delivery?.parentSpanContext?.spanId).toBe(upsert?.spanContext().spanId);
    expect(new Set([upsert, request, delivery].map((span) => span?.spanContext().traceId)).size).toBe(1);
    expect(delivery?.attributes).toEqual({ attempt: 1 });
    expect(delivery?.resource.attributes["service.name"]).toBe("standalone");
  });

  test("a request joins the trace of its caller", async () => {
    const exporter = await traceInMemory();
    await inSpan({ tracer: "t", name: "request", parent: PARENT }, async () => {});
    const [span] = exporter.getFinishedSpans();
    expect(span?.spanContext().traceId).toBe("0af7651916cd43dd8448eb211c80319c");
    expect(span?.parentSpanContext).toMatchObject({ spanId: "b7ad6b7169203331", isRemote: true });
  });

  test("an error is recorded without its secrets and thrown unchanged", async () => {
    const exporter = await traceInMemory();
    const error = new Error("connect postgres://u:CANARY@db failed");
    await expect(inSpan({ tracer: "t", name: "work" }, () => Promise.reject(error))).rejects.toBe(error);
    const [span] = exporter.getFinishedSpans();
    expect(span?.status).toEqual({ code: 2, message: "connect postgres://[redacted]@db failed" });
    expect(JSON.stringify([span?.events, span?.status])).not.toContain("CANARY");
  });

  test("a log line has the id of its trace", async () => {
    await traceInMemory();
    const lines: string[] = [];
    const logger = createLogger({ service: "a", level: "info", destination: { write: (line) => lines.push(line) } });
    await inSpan({ tracer: "t", name: "work", parent: PARENT }, async (span) => {
      logger.info("inside");
      expect(JSON.parse(lines[0] ?? "")).toMatchObject({
        trace_id: "0af7651916cd43dd8448eb211c80319c",
        span_id: span.spanContext().spanId,
      });
    });
  });

  test("the sampling decision of the caller is kept, and the ratio applies only to new traces", async () => {
    const exporter = await traceInMemory(0);
    await inSpan({ tracer: "t", name: "new" }, async () => {});
    await inSpan({ tracer: "t", name: "dropped", parent: PARENT.replace(/01$/, "00") }, async () => {
      expect(currentTraceparent()).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-[\da-f]{16}-00$/);
    });
    await inSpan({ tracer: "t", name: "kept", parent: PARENT }, async () => {});
    expect(exporter.getFinishedSpans().map((span) => span.name)).toEqual(["kept"]);
  });
});

describe("with a collector", () => {
  test("buffered spans arrive before stop resolves, with the headers", async () => {
    const received: { path: string | undefined; key: unknown; body: string }[] = [];
    const collector = createServer(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      received.push({ path: request.url, key: request.headers["x-key"], body });
      response.setHeader("content-type", "application/json").end("{}");
    });
    await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
    const address = collector.address();
    const port = typeof address === "object" ? address?.port : 0;
    const endpoint = `http://127.0.0.1:${port}/v1/traces`;
    const tracing = await startTracing({ service: "catalog-api", endpoint, headers: { "x-key": "k" } });
    await inSpan({ tracer: "t", name: "work" }, async () => {});
    await tracing.stop();
    collector.close();
    expect(received).toEqual([{ path: "/v1/traces", key: "k", body: expect.stringContaining('"work"') }]);
  });

  test("an unreachable collector does not keep stop from resolving", async () => {
    const tracing = await startTracing({ service: "a", endpoint: "http://127.0.0.1:9/v1/traces" });
    await inSpan({ tracer: "t", name: "work" }, async () => {});
    await expect(tracing.stop()).resolves.toBeUndefined();
  });
});

describe("with tracing off", () => {
  test("the work runs and nothing is traced", async () => {
    const tracing = await startTracing({ service: "a" });
    const result = await inSpan({ tracer: "t", name: "work", parent: "nonsense" }, async (span) => {
      expect(span.isRecording()).toBe(false);
      return 42;
    });
    await tracing.stop();
    expect(result).toBe(42);
    expect(currentTraceparent()).toBeUndefined();
  });
});

test.each([
  "",
  "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
  "00-00000000000000000000000000000000-b7ad6b7169203331-01",
  "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
  "00-0AF7651916CD43DD8448EB211C80319C-B7AD6B7169203331-01",
  "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
  `${"x".repeat(100_000)}`,
])("an invalid traceparent starts a new trace: %.60s", (traceparent) => {
  expect(trace.getSpanContext(parentFrom(traceparent))).toBeUndefined();
});

test("the known part of a traceparent of a later version is used", () => {
  expect(
    trace.getSpanContext(parentFrom("01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-03-more")),
  ).toMatchObject({
    traceId: "0af7651916cd43dd8448eb211c80319c",
    traceFlags: 1,
  });
});
