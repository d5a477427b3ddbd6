import type { ServerResponse } from "node:http";
import { LIMITS } from "@skucast/contracts/limits";
import { Problem } from "@skucast/contracts/problem";
import { type OpenPlace, openPlace } from "./open-place.js";
import { networkOf, tooManyVisitors } from "./visitor-budgets.js";

/** Beyond this a network gets no more than its assured places. */
const FIRST_COME_MAX = LIMITS.publicOpenMax / 2;

/**
 * Holds a visitor's request until its response closes and its work ends: bounded per network and in all, and no response
 * is open longer than a minute. Half of the places is kept for the first few requests of each network, so that a few
 * networks cannot keep a new one out.
 */
export function createOpenVisits() {
  const countOf = new Map<string, number>();
  let total = 0;
  return function hold(ip: string | undefined, res: ServerResponse): OpenPlace {
    const network = networkOf(ip);
    const count = countOf.get(network) ?? 0;
    if (count >= LIMITS.publicOpenPerAddress) throw tooManyOpen();
    const isAssured = count < LIMITS.publicAssuredOpenPerAddress;
    if (total >= (isAssured ? LIMITS.publicOpenMax : FIRST_COME_MAX)) throw tooManyVisitors(1);
    countOf.set(network, count + 1);
    total += 1;
    const end = setTimeout(() => res.destroy(), LIMITS.publicOpenMs).unref();
    res.once("close", () => clearTimeout(end));
    return openPlace(res, () => {
      total -= 1;
      const left = (countOf.get(network) ?? 1) - 1;
      if (left === 0) countOf.delete(network);
      else countOf.set(network, left);
    });
  };
}

const tooManyOpen = () =>
  new Problem("rate_limited", `An address has at most ${LIMITS.publicOpenPerAddress} requests open here at once.`, {
    headers: { "Retry-After": "1" },
  });
