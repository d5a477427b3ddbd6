import { LIMITS } from "@skucast/contracts/limits";
import { Problem } from "@skucast/contracts/problem";

/** The budget of a workspace after one request. */
export interface Budget {
  readonly isAllowed: boolean;
  readonly remaining: number;
  /** Seconds until the budget is full again. */
  readonly resetSeconds: number;
  /** Seconds until one more request is allowed; 0 if it is allowed now. */
  readonly retryAfterSeconds: number;
}

export interface RateLimiter {
  /** Value of the `RateLimit-Policy` header. */
  readonly policy: string;
  /** Takes one request from the workspace's budget, if any is left. */
  take(workspaceId: string): Budget;
}

const WINDOW_MS = 60_000;

/**
 * One token bucket per workspace, in the memory of this process: allows bursts up to the whole budget and refills
 * evenly over a minute. Implemented as GCRA with one number per workspace: the time at which its budget would be full.
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
  const fullAt = new Map<string, number>();
  return {
    policy: `"default";q=${requestsPerMinute};w=${WINDOW_MS / 1000}`,
    take(workspaceId) {
      const now = nowMs();
      const known = fullAt.get(workspaceId);
      const before = Math.max(known ?? now, now);
      const after = before + intervalMs;
      const missingMs = after - now;
      // Tolerates rounding: sums of intervals such as 100/3 ms must not cost the last request of the budget.
      if (missingMs > WINDOW_MS + 1e-6) {
        return {
          isAllowed: false,
          remaining: 0,
          resetSeconds: Math.ceil((before - now) / 1000),
          retryAfterSeconds: Math.ceil((missingMs - WINDOW_MS) / 1000),
        };
      }
      if (known === undefined && fullAt.size >= workspacesMax) evict(fullAt, workspacesMax, now);
      fullAt.set(workspaceId, after);
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

/** 429 with `Retry-After`. Its type is the IANA-registered one for an exceeded quota. */
export function rateLimited(budget: Budget): Problem {
  return new Problem("rate_limited", undefined, {
    headers: { "Retry-After": String(budget.retryAfterSeconds) },
    members: {
      type: "https://iana.org/assignments/http-problem-types#quota-exceeded",
      "violated-policies": ["default"],
    },
  });
}

/** Removes full budgets, which need no entry. If too many remain, the oldest workspace starts over. */
function evict(fullAt: Map<string, number>, workspacesMax: number, now: number): void {
  for (const [workspaceId, at] of fullAt) if (at <= now) fullAt.delete(workspaceId);
  const [oldest] = fullAt.keys();
  if (oldest !== undefined && fullAt.size >= workspacesMax) fullAt.delete(oldest);
}
