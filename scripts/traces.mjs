// npm run traces: a collector for development. It prints each OpenTelemetry trace that it receives as a tree.
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

/**
 * The fields of a span in OTLP/JSON that are printed.
 * @typedef {{ traceId: string, spanId: string, parentSpanId?: string, name: string, startTimeUnixNano: string,
 *   endTimeUnixNano: string, status?: { code?: number } }} OtlpSpan
 * @typedef {{ scopeSpans: { scope: { name: string }, spans: OtlpSpan[] }[] }} ResourceSpans
 * @typedef {OtlpSpan & { scope: string }} Span
 */

const PORT = 4318;
const FAILED = 2;
/** Apps send what they have collected every five seconds, so the parts of a trace arrive within that time. */
const QUIET_MS = 6_000;

/** @type {Map<string, { spans: Span[], timer: NodeJS.Timeout }>} */
const traces = new Map();

const server = createServer(async (req, res) => {
  const { resourceSpans = [] } = JSON.parse(await text(req));
  for (const span of spansOf(resourceSpans)) keep(span);
  res.setHeader("Content-Type", "application/json").end("{}");
});
server.once("error", (error) => {
  console.error(error.message);
  process.exit(1);
});
server.listen(PORT, "127.0.0.1", () => {
  console.log(`Waiting for traces. Start Skucast with OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:${PORT}`);
});

/**
 * @param {ResourceSpans[]} resourceSpans
 * @returns {Span[]}
 */
function spansOf(resourceSpans) {
  return resourceSpans.flatMap(({ scopeSpans }) =>
    scopeSpans.flatMap(({ scope, spans }) => spans.map((span) => ({ ...span, scope: scope.name }))),
  );
}

/** @param {Span} span */
function keep(span) {
  const former = traces.get(span.traceId);
  clearTimeout(former?.timer);
  const timer = setTimeout(() => print(span.traceId), QUIET_MS);
  traces.set(span.traceId, { spans: [...(former?.spans ?? []), span], timer });
}

/** @param {string} traceId */
function print(traceId) {
  const { spans } = traces.get(traceId) ?? { spans: [] };
  traces.delete(traceId);
  spans.sort((a, b) => Number(BigInt(a.startTimeUnixNano) - BigInt(b.startTimeUnixNano)));
  const ids = new Set(spans.map(({ spanId }) => spanId));
  console.log(`\ntrace ${traceId}`);
  for (const span of spans) if (!ids.has(span.parentSpanId ?? "")) printTree(span, spans, 1);
}

/**
 * @param {Span} span
 * @param {Span[]} spans
 * @param {number} depth
 */
function printTree(span, spans, depth) {
  const ms = Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1e6;
  const mark = span.status?.code === FAILED ? " FAILED" : "";
  console.log(`${"  ".repeat(depth)}${span.scope}  ${span.name}  ${ms.toFixed(1)} ms${mark}`);
  for (const child of spans) if (child.parentSpanId === span.spanId) printTree(child, spans, depth + 1);
}
