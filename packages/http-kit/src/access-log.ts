import type { Logger } from "@skucast/service-kit/logger";
import { METRICS } from "@skucast/service-kit/metric-names";
import type { Metrics } from "@skucast/service-kit/metrics";
import type { Request, Response } from "express";
import { serverRequestIdOf } from "./request-id.js";

export interface AccessOptions {
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** Status in logs and metrics of a request whose client disconnected before the response was complete. */
const CLIENT_CLOSED = 499;
/**
 * Polled every few seconds by monitoring; logged at debug level. They are not counted as requests: the probes of all
 * processes would outnumber the requests of clients in every ratio, and a probe that reports "not ready" is no failed
 * request.
 */
const MONITORING_ROUTES = new Set(["/healthz", "/readyz", "/metrics"]);

/**
 * Tells the metrics that the response begins now and lasts as long as its client reads: a file, or a stream of events.
 * Their whole duration would hide how long requests wait.
 */
export function noteStream(res: Pick<Response, "locals">): void {
  res.locals.streamSinceMs = performance.now();
}

/**
 * Records one log line and one observation per request, by route template, because paths and queries may contain data
 * that must not be logged.
 */
export function createAccessRecorder({ logger, metrics }: AccessOptions) {
  const observe = createRequestObserver(metrics);
  return (req: Request, res: Response, startedAtMs: number): void => {
    const durationMs = performance.now() - startedAtMs;
    const status = res.writableFinished ? res.statusCode : CLIENT_CLOSED;
    const { routeTemplate: route = "unmatched", requestId, serverRequestId, workspaceId, streamSinceMs } = res.locals;
    const isMonitoring = MONITORING_ROUTES.has(route);
    if (!isMonitoring) {
      const answeredMs = streamSinceMs === undefined ? durationMs : streamSinceMs - startedAtMs;
      observe({ method: req.method, route, status, seconds: answeredMs / 1000 });
    }
    const level = isMonitoring ? "debug" : "info";
    if (!logger.isLevelEnabled(level)) return;
    logger[level](
      {
        event: "http.request",
        method: req.method,
        route,
        status,
        duration_ms: Math.round(durationMs * 100) / 100,
        request_id: requestId,
        ...(serverRequestId !== requestId && { server_request_id: serverRequestIdOf(res) }),
        workspace_id: workspaceId,
      },
      "request",
    );
  };
}

interface ObservedRequest {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/**
 * Caches the labelled counters, because looking them up costs more than counting. Methods, templates and statuses are
 * few.
 */
function createRequestObserver(metrics: Metrics) {
  const requests = metrics.counter(METRICS.httpRequests);
  const durations = metrics.histogram(METRICS.httpRequestDuration);
  const bound = new Map<string, { requests: { inc(): void }; durations: { observe(seconds: number): void } }>();
  return ({ method, route, status, seconds }: ObservedRequest): void => {
    const name = `${method} ${status} ${route}`;
    let series = bound.get(name);
    if (!series) {
      const labels = { service: metrics.service, route, method, status: String(status) };
      series = { requests: requests.labels(labels), durations: durations.labels(labels) };
      bound.set(name, series);
    }
    series.requests.inc();
    series.durations.observe(seconds);
  };
}
