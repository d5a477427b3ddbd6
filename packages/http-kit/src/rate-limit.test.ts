import { beforeEach, expect, test } from "@jest/globals";
import { createRateLimiter, rateLimited, rateLimitHeader } from "./rate-limit.js";

let now = 1_000_000;
const nowMs = () => now;
beforeEach(() => {
  now = 1_000_000;
});

test.each([600, 7, 1, 6000])("exactly %i requests pass in one burst", (requestsPerMinute) => {
  const limiter = createRateLimiter({ requestsPerMinute, nowMs });
  const remaining = Array.from({ length: requestsPerMinute }, () => limiter.take("ws_1").remaining);
  expect(remaining).toEqual(Array.from({ length: requestsPerMinute }, (_, i) => requestsPerMinute - 1 - i));
  expect(limiter.take("ws_1").isAllowed).toBe(false);
});

test("the budget refills evenly, and Retry-After is accurate", () => {
  const limiter = createRateLimiter({ requestsPerMinute: 6, nowMs });
  for (let i = 0; i < 6; i += 1) limiter.take("ws_1");
  const refused = limiter.take("ws_1");
  expect(refused).toEqual({ isAllowed: false, remaining: 0, resetSeconds: 60, retryAfterSeconds: 10 });
  now += 9_999;
  expect(limiter.take("ws_1").isAllowed).toBe(false);
  now += 1;
  expect(limiter.take("ws_1").isAllowed).toBe(true);
  expect(limiter.take("ws_1").isAllowed).toBe(false);
  now += 60_000;
  expect(limiter.take("ws_1").remaining).toBe(5);
});

test("workspaces have separate budgets", () => {
  const limiter = createRateLimiter({ requestsPerMinute: 1, nowMs });
  expect([limiter.take("ws_1"), limiter.take("ws_2"), limiter.take("ws_1")].map(({ isAllowed }) => isAllowed)).toEqual([
    true,
    true,
    false,
  ]);
});

test("memory is bounded: full budgets are removed first", () => {
  const limiter = createRateLimiter({ requestsPerMinute: 1, workspacesMax: 2, nowMs });
  limiter.take("ws_old");
  now += 59_000;
  limiter.take("ws_busy");
  now += 1_000;
  limiter.take("ws_new");
  expect(limiter.take("ws_busy").isAllowed).toBe(false);
  expect(limiter.take("ws_old").isAllowed).toBe(true);
});

test("the headers have the format of the draft", () => {
  const limiter = createRateLimiter({ requestsPerMinute: 600, nowMs });
  expect(limiter.policy).toBe('"default";q=600;w=60');
  expect(rateLimitHeader(limiter.take("ws_1"))).toBe('"default";r=599;t=1');
  const problem = rateLimited({ isAllowed: false, remaining: 0, resetSeconds: 60, retryAfterSeconds: 7 });
  expect([problem.code, problem.headers]).toEqual(["rate_limited", { "Retry-After": "7" }]);
});
