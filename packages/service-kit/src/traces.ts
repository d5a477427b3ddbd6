import { type Context, context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import type { SpanExporter } from "@opentelemetry/sdk-trace-node";
import { scrubText } from "./secrets.js";
import { withTimeLimit } from "./time-limit.js";

export type { Span } from "@opentelemetry/api";

/** Keeps the active trace across promises, also while tracing is off: the trace of a caller reaches its events. */
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());

export interface TracingOptions {
  service: string;
  /** The OTLP/HTTP URL of a collector, such as `http://collector:4318/v1/traces`. Without it, nothing is traced. */
  endpoint?: string | undefined;
  /** Headers for the collector, such as its API key. */
  headers?: Record<string, string> | undefined;
  /** Share of new traces that are sampled, 0 to 1. Traces from other services keep their sampling decision. Default 1. */
  sampleRatio?: number | undefined;
  /** Receives the spans immediately, instead of a collector; for tests. */
  exporter?: SpanExporter;
}

const EXPORT_TIMEOUT_MS = 5_000;

/**
 * Enables tracing for the process if an endpoint (or an exporter) is given; otherwise the SDK is not even loaded. `stop` sends
 * the buffered spans, for at most 5 s, and never rejects: lost spans must not keep a process from ending.
 */
export async function startTracing(options: TracingOptions): Promise<{ stop(): Promise<void> }> {
  if (options.endpoint === undefined && options.exporter === undefined) return { stop: async () => {} };
  const [sdk, { resourceFromAttributes }] = await Promise.all([
    import("@opentelemetry/sdk-trace-node"),
    import("@opentelemetry/resources"),
  ]);
  const processor = options.exporter
    ? new sdk.SimpleSpanProcessor(options.exporter)
    : new sdk.BatchSpanProcessor(await collectorOf(options), { exportTimeoutMillis: EXPORT_TIMEOUT_MS });
  const provider = new sdk.NodeTracerProvider({
    resource: resourceFromAttributes({ "service.name": options.service }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(options.sampleRatio ?? 1) }),
    spanProcessors: [processor],
  });
  provider.register({ contextManager: null });
  return {
    async stop() {
      await withTimeLimit(EXPORT_TIMEOUT_MS, provider.shutdown(), "spans were not sent in time").catch(() => {});
      trace.disable();
    },
  };
}

async function collectorOf({ endpoint, headers }: TracingOptions): Promise<SpanExporter> {
  const { OTLPTraceExporter } = await import("@opentelemetry/exporter-trace-otlp-http");
  return new OTLPTraceExporter({
    ...(endpoint === undefined ? {} : { url: endpoint }),
    headers: headers ?? {},
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
}

export interface SpanOptions {
  /** The app that does the work, such as `webhook-dispatcher`. */
  tracer: string;
  /** The kind of work, without ids: `POST /products/{sku}`, `delivery.attempt`. */
  name: string;
  kind?: "server" | "client" | "producer" | "consumer" | "internal";
  attributes?: Record<string, string | number | boolean>;
  /** A stored or received `traceparent`; the span joins that trace instead of the active one. */
  parent?: string | null | undefined;
}

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

/**
 * Runs the work in a span, which ends with it. An error is recorded, without secrets, and thrown. Costs almost nothing while
 * tracing is off.
 */
export function inSpan<Result>(options: SpanOptions, work: (span: Span) => Promise<Result>): Promise<Result> {
  const { tracer, name, kind = "internal", attributes = {}, parent } = options;
  const within = parent ? parentFrom(parent) : context.active();
  return trace.getTracer(tracer).startActiveSpan(name, { kind: KINDS[kind], attributes }, within, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      recordError(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Marks a span as failed when the work did not throw, with the reason. */
export function failSpan(span: Span, reason: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR, message: scrubText(reason) });
}

/** The active span as a W3C `traceparent`, to store with an event or send in a header; undefined without an active span. */
export function currentTraceparent(): string | undefined {
  const span = trace.getActiveSpan()?.spanContext();
  if (span === undefined || /^0*$/.test(span.traceId)) return undefined;
  return `00-${span.traceId}-${span.spanId}-${(span.traceFlags & 0xff).toString(16).padStart(2, "0")}`;
}

/**
 * A context with the given `traceparent` as its parent. An invalid one starts a new trace, as W3C Trace Context
 * (section 3.2) requires.
 */
export function parentFrom(traceparent: string): Context {
  const match = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-.*)?$/.exec(
    traceparent,
  );
  const [, traceId, spanId, flags] = match ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16) & 1,
    isRemote: true,
  });
}

function recordError(span: Span, error: unknown): void {
  if (!span.isRecording()) return;
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const scrubbed = scrubText(message.slice(0, 1_000));
  span.recordException({ name, message: scrubbed, ...(stack ? { stack: scrubText(stack.slice(0, 4_000)) } : {}) });
  span.setStatus({ code: SpanStatusCode.ERROR, message: scrubbed });
}
