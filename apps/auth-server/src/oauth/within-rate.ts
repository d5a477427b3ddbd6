import { countAttempt } from "@skucast/db/attempts/attempt-counts";
import { networkOf } from "@skucast/targets/network-of";
import type { AuthContext } from "../context.js";

/** A rate limit per time window, for one network and for all networks together. */
export interface Rate {
  readonly name: string;
  readonly windowSeconds: number;
  readonly perNetwork: number;
  readonly overall: number;
}

/** Counts one request and returns whether it is within the rate. All replicas share the counts. */
export async function withinRate(
  { db, clock }: Pick<AuthContext, "db" | "clock">,
  { name, windowSeconds, perNetwork, overall }: Rate,
  ip: string | undefined,
): Promise<boolean> {
  const now = clock.now();
  // A network that exceeds its own limit does not use up the overall limit.
  if ((await countAttempt(db, `${name}:${networkOf(ip)}`, windowSeconds, now)) > perNetwork) return false;
  return (await countAttempt(db, name, windowSeconds, now)) <= overall;
}
