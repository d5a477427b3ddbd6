import { BlockList, isIPv6 } from "node:net";
import { Problem } from "@skucast/contracts/problem";
import { type Budget, createRateLimiter, rateLimited, rateLimitHeader } from "@skucast/http-kit/rate-limit";
import type { RawExchange } from "@skucast/http-kit/raw-router";

interface Budgets {
  /** Of each address: an IPv4 address, or an IPv6 network of 64 bits, which is what one subscriber has. */
  readonly perAddress: number;
  /** Of all visitors together, in this process, and of those who come from one host's shared addresses. */
  readonly pooled: number;
}

/** Where hosted clients come from, with many people behind few addresses: published by Anthropic. */
const SHARED = new BlockList();
SHARED.addSubnet("160.79.104.0", 21, "ipv4");
SHARED.addSubnet("2607:6bc0::", 48, "ipv6");

/**
 * Spends the budget of who calls, as far as that can be told, and then that of all: who is refused for the own one (429)
 * takes nothing from the others. Both refusals say when to come again.
 */
export function visitorBudgets({ perAddress, pooled }: Budgets) {
  const addresses = createRateLimiter({ requestsPerMinute: perAddress });
  const pools = createRateLimiter({ requestsPerMinute: pooled });
  return function spend({ res, ip }: Pick<RawExchange, "res" | "ip">): void {
    const isShared = ip !== undefined && SHARED.check(ip, isIPv6(ip) ? "ipv6" : "ipv4");
    const limiter = isShared ? pools : addresses;
    const own = limiter.take(isShared ? "shared" : networkOf(ip));
    res.setHeader("RateLimit-Policy", limiter.policy);
    res.setHeader("RateLimit", rateLimitHeader(own));
    refuseSpent(own);
    const pool = pools.take("all");
    if (!pool.isAllowed) {
      throw new Problem("unavailable", "Very many ask the public directory just now; try again in a moment.", {
        headers: { "Retry-After": String(pool.retryAfterSeconds) },
      });
    }
  };
}

function refuseSpent(budget: Budget): void {
  if (!budget.isAllowed) throw rateLimited(budget);
}

/** The network that one subscriber has: of IPv6 the first 64 bits. */
export function networkOf(ip = "unknown"): string {
  if (!isIPv6(ip)) return ip;
  const [head = "", tail] = ip.split("::");
  const groups = head === "" ? [] : head.split(":");
  const rest = tail === undefined || tail === "" ? [] : tail.split(":");
  const filled =
    tail === undefined ? groups : [...groups, ...Array(8 - groups.length - rest.length).fill("0"), ...rest];
  return filled
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
