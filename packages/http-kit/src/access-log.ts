import type { Logger } from "@skucast/service-kit/logger";
import type { Request, Response } from "express";

/** Counts a finished request: rate, errors and duration by route template. */
export interface HttpMetrics {
  observe(request: { method: string; route: string; status: number; seconds: number }): void;
}

export interface AccessOptions {
  readonly logger: Logger;
  readonly metrics: HttpMetrics;
}

/** Status in logs and metrics of a request whose client went away before the answer was complete. */
const CLIENT_CLOSED = 499;
/** Asked every few seconds by machines; logged at debug level. */
const QUIET_ROUTES = new Set(["/healthz", "/readyz", "/metrics"]);

/** One log line and one observation per request, by route template: a path or query may hold what no log should. */
export function accessRecorder({ logger, metrics }: AccessOptions) {
  return (req: Request, res: Response, startedAtMs: number): void => {
    const durationMs = performance.now() - startedAtMs;
    const status = res.writableFinished ? res.statusCode : CLIENT_CLOSED;
    const { routeTemplate: route = "unmatched", requestId, workspaceId } = res.locals;
    metrics.observe({ method: req.method, route, status, seconds: durationMs / 1000 });
    const level = QUIET_ROUTES.has(route) ? "debug" : "info";
    if (!logger.isLevelEnabled(level)) return;
    logger[level](
      {
        event: "http.request",
        method: req.method,
        route,
        status,
        duration_ms: Math.round(durationMs * 100) / 100,
        request_id: requestId,
        workspace_id: workspaceId,
      },
      "request",
    );
  };
}
