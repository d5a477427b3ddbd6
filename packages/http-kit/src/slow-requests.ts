import type { IncomingMessage, ServerResponse } from "node:http";

const SLOW_BODIES = new WeakSet<IncomingMessage>();

/** For routes that receive large files and limit their own time. */
export const allowSlowBody = (req: IncomingMessage): void => void SLOW_BODIES.add(req);

/** Periodically checks for requests whose body does not complete. */
export interface SlowRequests {
  start(): void;
  stop(): void;
}

/**
 * Reports open requests whose body has not arrived within `timeoutMs`, except those that may take longer. Node's own
 * limit applies to all requests of a server. Fast requests cost nothing: only those found by two checks are remembered.
 */
export function createSlowRequestCheck(options: {
  readonly openResponses: Iterable<ServerResponse>;
  readonly timeoutMs: number;
  readonly intervalMs: number;
  readonly onSlow: (req: IncomingMessage) => void;
}): SlowRequests {
  const { openResponses, timeoutMs, intervalMs, onSlow } = options;
  let candidates = new Map<ServerResponse, number>();
  let timer: NodeJS.Timeout | undefined;

  function checkAll(): void {
    const nowMs = performance.now();
    const still = new Map<ServerResponse, number>();
    for (const res of openResponses) {
      if (res.req.complete || SLOW_BODIES.has(res.req)) continue;
      const sinceMs = candidates.get(res) ?? nowMs;
      if (nowMs - sinceMs >= timeoutMs) onSlow(res.req);
      else still.set(res, sinceMs);
    }
    candidates = still;
  }

  return {
    start() {
      timer = setInterval(checkAll, intervalMs);
      timer.unref();
    },
    stop: () => clearInterval(timer),
  };
}
