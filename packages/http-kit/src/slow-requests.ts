import type { IncomingMessage, ServerResponse } from "node:http";

const PATIENT = new WeakSet<IncomingMessage>();

/** For a route that takes a large file and looks after its speed itself. */
export const allowSlowBody = (req: IncomingMessage): void => void PATIENT.add(req);

/** Looks now and then for requests whose body does not come to its end. */
export interface SlowRequests {
  start(): void;
  stop(): void;
}

/**
 * Tells of requests in hand whose body has not arrived within `timeoutMs`, but for those that may take longer. Node's own
 * limit is one for all requests of a server. A fast request costs nothing: only what two looks find is remembered.
 */
export function watchSlowRequests(options: {
  readonly inHand: Iterable<ServerResponse>;
  readonly timeoutMs: number;
  readonly intervalMs: number;
  readonly onSlow: (req: IncomingMessage) => void;
}): SlowRequests {
  const { inHand, timeoutMs, intervalMs, onSlow } = options;
  let suspects = new Map<ServerResponse, number>();
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    const nowMs = performance.now();
    const still = new Map<ServerResponse, number>();
    for (const res of inHand) {
      if (res.req.complete || PATIENT.has(res.req)) continue;
      const sinceMs = suspects.get(res) ?? nowMs;
      if (nowMs - sinceMs >= timeoutMs) onSlow(res.req);
      else still.set(res, sinceMs);
    }
    suspects = still;
  }

  return {
    start() {
      timer = setInterval(look, intervalMs);
      timer.unref();
    },
    stop: () => clearInterval(timer),
  };
}
