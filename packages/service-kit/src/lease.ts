import type { Logger } from "./logger.js";
import { startLoop } from "./loop.js";

/** Another process may hold the lease by now, so this one must not change the work any more. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
  constructor() {
    super("the lease was lost");
  }
}

export interface LeaseOptions {
  /** Names the renewal in logs, such as `run lease`. */
  readonly name: string;
  /** How long a claim or a renewal lasts. */
  readonly leaseMs: number;
  /** Extends the lease in the database by `leaseMs`. Returns false when this process no longer holds it. */
  readonly renew: () => Promise<boolean>;
  readonly logger: Logger;
}

export interface Lease {
  /** Aborts with `LeaseLost` when another process holds the lease or it may have expired. */
  readonly signal: AbortSignal;
  /** Throws `LeaseLost` in the same cases. Detects an expiry even if the process was suspended and no timer has fired yet. */
  check(): void;
  /** Stops renewing. */
  stop(): Promise<void>;
}

/** The share of a lease that may pass on this machine's clock before the lease counts as lost. */
const TRUSTED_SHARE = 0.9;

/**
 * Renews a lease three times per `leaseMs` until it is stopped or lost. Expiry is measured on this machine's clock, from
 * before the last successful renewal was sent, so that two processes never work on the same piece, even if one of them
 * cannot reach the database.
 */
export function startLease({ name, leaseMs, renew, logger }: LeaseOptions): Lease {
  const lost = new AbortController();
  const trustedMs = leaseMs * TRUSTED_SHARE;
  let renewedAtMs = performance.now();
  const lose = () => lost.abort(new LeaseLost());
  let expiry = setTimeout(lose, trustedMs);
  const loop = startLoop({
    name,
    intervalMs: leaseMs / 3,
    retryMs: () => leaseMs / 6,
    logger,
    run: async () => {
      const sentAtMs = performance.now();
      if (!(await renew())) return lose();
      renewedAtMs = sentAtMs;
      clearTimeout(expiry);
      expiry = setTimeout(lose, sentAtMs + trustedMs - performance.now());
    },
  });
  return {
    signal: lost.signal,
    check() {
      if (performance.now() - renewedAtMs > trustedMs) lose();
      lost.signal.throwIfAborted();
    },
    async stop() {
      await loop.stop();
      clearTimeout(expiry);
    },
  };
}
