import { BlockList, isIPv6 } from "node:net";
import { LIMITS } from "@skucast/contracts/limits";
import { Problem } from "@skucast/contracts/problem";
import { createRateLimiter, rateLimited, rateLimitHeader } from "@skucast/http-kit/rate-limit";
import type { RawExchange } from "@skucast/http-kit/raw-router";
import { networkOf } from "@skucast/targets/network-of";

interface Budgets {
  /** Per IPv4 address, or per IPv6 /64 network, which is what one subscriber has. */
  readonly perAddress: number;
  /** For all clients together, in this process. */
  readonly pooled: number;
  /** The clock of the budgets. Default: the machine's. */
  readonly nowMs?: () => number;
}

/** Networks of hosted clients with many users behind few addresses, published by Anthropic. */
const SHARED = new BlockList();
SHARED.addSubnet("160.79.104.0", 21, "ipv4");
SHARED.addSubnet("2607:6bc0::", 48, "ipv6");

/**
 * Spends the budget of the caller's network, then the shared one. A request that exceeds the network's budget (429)
 * costs the others nothing. Half of the shared budget is open to all. One quarter is reserved for the first few requests
 * of each network and one for hosted clients, so that new clients are not locked out. Both errors (429, 503) say when to
 * retry.
 */
export function createVisitorBudgets({ perAddress, pooled, nowMs = Date.now }: Budgets) {
  const quarter = Math.ceil(pooled / 4);
  const limiterOf = (requestsPerMinute: number) => createRateLimiter({ requestsPerMinute, nowMs });
  const addresses = limiterOf(perAddress);
  const hosts = limiterOf(3 * quarter);
  const first = limiterOf(2 * quarter);
  const kept = limiterOf(quarter);
  const assured = limiterOf(LIMITS.publicAssuredRequestsPerMinute);
  const takeReserved = (network: string, isShared: boolean): boolean =>
    isShared ? kept.take("hosts").isAllowed : assured.take(network).isAllowed && kept.take("addresses").isAllowed;
  return function spend({ res, ip }: Pick<RawExchange, "res" | "ip">): void {
    const isShared = ip !== undefined && SHARED.check(ip, isIPv6(ip) ? "ipv6" : "ipv4");
    const network = networkOf(ip);
    const limiter = isShared ? hosts : addresses;
    const own = limiter.take(isShared ? "" : network);
    res.setHeader("RateLimit-Policy", limiter.policy);
    res.setHeader("RateLimit", rateLimitHeader(own));
    if (!own.isAllowed) throw rateLimited(own);
    const common = first.take("");
    if (!common.isAllowed && !takeReserved(network, isShared)) throw publicOverload(common.retryAfterSeconds);
  };
}

/** The error when other clients have used up the shared capacity. */
export const publicOverload = (retryAfterSeconds: number): Problem =>
  new Problem("unavailable", "The public directory is receiving too many requests. Try again in a few seconds.", {
    headers: { "Retry-After": String(retryAfterSeconds) },
  });
