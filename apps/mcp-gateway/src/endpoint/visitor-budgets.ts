import { BlockList, isIPv6 } from "node:net";
import { LIMITS } from "@skucast/contracts/limits";
import { Problem } from "@skucast/contracts/problem";
import { createRateLimiter, rateLimited, rateLimitHeader } from "@skucast/http-kit/rate-limit";
import type { RawExchange } from "@skucast/http-kit/raw-router";

interface Budgets {
  /** Of each address: an IPv4 address, or an IPv6 network of 64 bits, which is what one subscriber has. */
  readonly perAddress: number;
  /** Of all visitors together, in this process. */
  readonly pooled: number;
  /** The clock that budgets grow by; the machine's unless told. */
  readonly nowMs?: () => number;
}

/** Where hosted clients come from, with many people behind few addresses: published by Anthropic. */
const SHARED = new BlockList();
SHARED.addSubnet("160.79.104.0", 21, "ipv4");
SHARED.addSubnet("2607:6bc0::", 48, "ipv6");

/**
 * Spends the budget of who calls, as far as that can be told, and then that of all: who is refused for the own one (429)
 * takes nothing from the others. Half of the pool is for whoever comes first. When that is spent, a quarter is kept for
 * addresses, each for its first few requests, and a quarter for hosted clients: so many addresses as the quarter has room
 * for cannot keep a new one out. Both refusals say when to come again.
 */
export function visitorBudgets({ perAddress, pooled, nowMs = Date.now }: Budgets) {
  const quarter = Math.ceil(pooled / 4);
  const limiterOf = (requestsPerMinute: number) => createRateLimiter({ requestsPerMinute, nowMs });
  const addresses = limiterOf(perAddress);
  const hosts = limiterOf(3 * quarter);
  const first = limiterOf(2 * quarter);
  const kept = limiterOf(quarter);
  const assured = limiterOf(LIMITS.publicAssuredRequestsPerMinute);
  const isKeptFor = (network: string, isShared: boolean): boolean =>
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
    if (!common.isAllowed && !isKeptFor(network, isShared)) throw tooManyVisitors(common.retryAfterSeconds);
  };
}

/** The refusal of a visitor for what others ask. */
export const tooManyVisitors = (retryAfterSeconds: number): Problem =>
  new Problem("unavailable", "Very many ask the public directory just now; try again in a moment.", {
    headers: { "Retry-After": String(retryAfterSeconds) },
  });

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
