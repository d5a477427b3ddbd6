import { countAttempt } from "@skucast/db/attempts/count-attempt";
import { networkOf } from "@skucast/targets/network-of";
import type { AuthContext } from "../context.js";

/** How often something may be done in a window of time, by one network and by all together. */
export interface Rate {
  readonly name: string;
  readonly windowSeconds: number;
  readonly perNetwork: number;
  readonly altogether: number;
}

/** Counts one more and answers whether it is within the rate. All replicas count together. */
export async function withinRate(
  { db, clock }: Pick<AuthContext, "db" | "clock">,
  { name, windowSeconds, perNetwork, altogether }: Rate,
  ip: string | undefined,
): Promise<boolean> {
  const now = clock.now();
  // A network that is over its own share does not use up that of all.
  if ((await countAttempt(db, `${name}:${networkOf(ip)}`, windowSeconds, now)) > perNetwork) return false;
  return (await countAttempt(db, name, windowSeconds, now)) <= altogether;
}
