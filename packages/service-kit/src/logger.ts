import { trace } from "@opentelemetry/api";
import { type Logger, pino, stdSerializers, stdTimeFunctions } from "pino";
import { type LogDestination, openLogDestination } from "./log-destination.js";
import type { LogLevel } from "./log-levels.js";
import { redactLine } from "./redact-line.js";

/** A structured logger: `logger.info({ event: "delivery.attempted", … }, "message")`, `logger.child({ … })`. */
export type { Logger } from "pino";

export interface LoggerOptions {
  service: string;
  level: LogLevel;
  /** The region of the process. Lines have no region when absent. */
  region?: string;
  /** Standard output when absent. */
  destination?: LogDestination;
}

/**
 * Writes JSON lines with ISO time, level name, service, and the ids of the active trace. Secrets are removed from every
 * finished line by field name and by shape (see `secrets.ts`), and its length is bounded. Standard output is written
 * asynchronously; `logger.flush(done)` waits until everything is written (`runProcess` does so before it ends the process).
 */
export function createLogger({ service, level, region, destination }: LoggerOptions): Logger {
  return pino(
    {
      level,
      base: region === undefined ? { service } : { service, region },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: stdSerializers.err, error: stdSerializers.err, cause: stdSerializers.err },
      mixin: traceIds,
      mixinMergeStrategy: (fields, ids) => (ids === NO_TRACE ? fields : { ...ids, ...fields }),
      hooks: { streamWrite: redactLine },
    },
    destination ?? openLogDestination(1),
  );
}

/** Outside a trace, nothing is merged into the line, which saves copying its fields. */
const NO_TRACE = {};

function traceIds(): object {
  const span = trace.getActiveSpan()?.spanContext();
  return span === undefined ? NO_TRACE : { trace_id: span.traceId, span_id: span.spanId };
}
