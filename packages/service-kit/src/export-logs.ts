import type { AnyValueMap, Logger } from "@opentelemetry/api-logs";
import type { LogDestination } from "./log-destination.js";
import { EXPORT_TIMEOUT_MS, type OtlpSource, otlpUrlOf, resourceAttributesOf } from "./otlp.js";
import { withTimeLimit } from "./time-limit.js";

export interface LogExport extends LogDestination {
  /** Calls back when the waiting lines have been sent, or after 5 s. */
  flush(done: () => void): void;
  /** Sends the waiting lines, for at most 5 s, and never rejects. Later lines are dropped. */
  stop(): Promise<void>;
}

/** Lines that wait for the collector. When there are more, further ones are dropped: they are in the log anyway. */
const WAITING_MAX = 2_048;

/** The OpenTelemetry log data model, "Mapping of SeverityNumber". */
const SEVERITIES: Readonly<Record<string, number>> = { trace: 1, debug: 5, info: 9, warn: 13, error: 17, fatal: 21 };

/**
 * Sends finished log lines to a collector as log records: `msg` is the body, `event` the name, and every other field an
 * attribute. Lines are redacted before they get here. A record belongs to the active trace.
 */
export async function startLogExport(options: OtlpSource & { endpoint: string }): Promise<LogExport> {
  const [sdk, { OTLPLogExporter }, { resourceFromAttributes }] = await Promise.all([
    import("@opentelemetry/sdk-logs"),
    import("@opentelemetry/exporter-logs-otlp-http"),
    import("@opentelemetry/resources"),
  ]);
  const exporter = new OTLPLogExporter({
    url: otlpUrlOf(options.endpoint, "logs"),
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const provider = new sdk.LoggerProvider({
    resource: resourceFromAttributes(resourceAttributesOf(options)),
    processors: [
      new sdk.BatchLogRecordProcessor({
        exporter,
        maxQueueSize: WAITING_MAX,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  });
  const inTime = (work: Promise<void>) =>
    withTimeLimit(EXPORT_TIMEOUT_MS, work, "log lines were not sent in time").catch(() => {});
  return {
    write: (line) => emit(provider.getLogger("skucast"), line),
    flush: (done) => void inTime(provider.forceFlush()).then(done),
    stop: () => inTime(provider.shutdown()),
  };
}

function emit(logger: Logger, line: string): void {
  const { time, level, msg, event, trace_id: _, span_id: __, region: ___, ...attributes } = JSON.parse(line);
  logger.emit({
    timestamp: new Date(time),
    severityText: level,
    severityNumber: SEVERITIES[level] ?? 0,
    body: msg,
    ...(event === undefined ? {} : { eventName: event }),
    attributes: attributes as AnyValueMap,
  });
}
