import { LIMITS } from "@skucast/contracts/limits";
import { Problem } from "@skucast/contracts/problem";

/** State of a workspace's budget after one request. */
export interface Budget {
  readonly isAllowed: boolean;
  readonly remaining: number;
  /** Seconds until the whole budget is there again. */
  readonly resetSeconds: number;
  /** Seconds until one more request is allowed; 0 when it is. */
  readonly retryAfterSeconds: number;
}

export interface RateLimiter {
  /** Value of the `RateLimit-Policy` header. */
  readonly policy: string;
  /** Spends one request of the workspace's budget, if there is one left. */
  take(workspaceId: string): Budget;
}

const WINDOW_MS = 60_000;

/**
 * One token bucket per workspace, in this process' memory: bursts up to the whole budget, refilled evenly over a minute.
 * Kept as GCRA, one number per workspace: the moment at which its budget would be whole again.
 */
export function createRateLimiter({
  requestsPerMinute = LIMITS.requestsPerMinute,
  workspacesMax = 50_000,
  nowMs = Date.now,
}: {
  requestsPerMinute?: number;
  workspacesMax?: number;
  nowMs?: () => number;
} = {}): RateLimiter {
  const intervalMs = WINDOW_MS / requestsPerMinute;
  const wholeAt = new Map<string, number>();
  return {
    policy: `"default";q=${requestsPerMinute};w=${WINDOW_MS / 1000}`,
    take(workspaceId) {
      const now = nowMs();
      const known = wholeAt.get(workspaceId);
      const before = Math.max(known ?? now, now);
      const after = before + intervalMs;
      const missingMs = after - now;
      // A billionth of tolerance: sums of intervals such as 100/3 ms must not cost the last request of the budget.
      if (missingMs > WINDOW_MS + 1e-6) {
        return {
          isAllowed: false,
          remaining: 0,
          resetSeconds: Math.ceil((before - now) / 1000),
          retryAfterSeconds: Math.ceil((missingMs - WINDOW_MS) / 1000),
        };
      }
      if (known === undefined && wholeAt.size >= workspacesMax) makeRoom(wholeAt, workspacesMax, now);
      wholeAt.set(workspaceId, after);
      return {
        isAllowed: true,
        remaining: Math.floor((WINDOW_MS - missingMs + 1e-6) / intervalMs),
        resetSeconds: Math.ceil(missingMs / 1000),
        retryAfterSeconds: 0,
      };
    },
  };
}

/** Value of the `RateLimit` header (draft-ietf-httpapi-ratelimit-headers-10). */
export const rateLimitHeader = (budget: Budget): string => `"default";r=${budget.remaining};t=${budget.resetSeconds}`;

/** 429 with `Retry-After`; its type is the one that IANA registers for a used-up quota. */
export function rateLimited(budget: Budget): Problem {
  return new Problem("rate_limited", undefined, {
    headers: { "Retry-After": String(budget.retryAfterSeconds) },
    members: {
      type: "https://iana.org/assignments/http-problem-types#quota-exceeded",
      "violated-policies": ["default"],
    },
  });
}

/** Whole budgets need no entry; when none is whole, the workspace that came first starts over. */
function makeRoom(wholeAt: Map<string, number>, workspacesMax: number, now: number): void {
  for (const [workspaceId, at] of wholeAt) if (at <= now) wholeAt.delete(workspaceId);
  const [oldest] = wholeAt.keys();
  if (oldest !== undefined && wholeAt.size >= workspacesMax) wholeAt.delete(oldest);
}
