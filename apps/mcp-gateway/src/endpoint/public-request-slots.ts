import type { ServerResponse } from "node:http";
import { LIMITS } from "@skucast/contracts/limits";
import { Problem } from "@skucast/contracts/problem";
import { networkOf } from "@skucast/targets/network-of";
import { type RequestSlot, takeRequestSlot } from "./request-slot.js";
import { publicOverload } from "./visitor-budgets.js";

/** Above this, a network gets only its assured slots. */
const UNRESERVED_MAX = LIMITS.publicOpenMax / 2;

/**
 * Counts a public request until its response closes and its work ends. Limited per network and in total; a response is
 * open for at most a minute. Half of the slots are reserved for the first few requests of each network, so that a few
 * networks cannot lock out a new one.
 */
export function createPublicRequestSlots() {
  const countOf = new Map<string, number>();
  let total = 0;
  return function hold(ip: string | undefined, res: ServerResponse): RequestSlot {
    const network = networkOf(ip);
    const count = countOf.get(network) ?? 0;
    if (count >= LIMITS.publicOpenPerAddress) throw tooManyOpen();
    const isAssured = count < LIMITS.publicAssuredOpenPerAddress;
    if (total >= (isAssured ? LIMITS.publicOpenMax : UNRESERVED_MAX)) throw publicOverload(1);
    countOf.set(network, count + 1);
    total += 1;
    const end = setTimeout(() => res.destroy(), LIMITS.publicOpenMs).unref();
    res.once("close", () => clearTimeout(end));
    return takeRequestSlot(res, () => {
      total -= 1;
      const left = (countOf.get(network) ?? 1) - 1;
      if (left === 0) countOf.delete(network);
      else countOf.set(network, left);
    });
  };
}

const tooManyOpen = () =>
  new Problem("rate_limited", `An IP address can have at most ${LIMITS.publicOpenPerAddress} open requests.`, {
    headers: { "Retry-After": "1" },
  });
