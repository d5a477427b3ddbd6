import { Problem } from "@skucast/contracts/problem";
import { networkOf } from "@skucast/targets/network-of";
import type { Request } from "express";
import { ATTEMPT_LIMITS, checkAttemptLimit } from "../accounts/attempt-limits.js";
import type { PageContext } from "../accounts/page-context.js";
import { waitingTime } from "../accounts/waiting-time.js";
import { texts } from "../language/request-language.js";

/**
 * Counts a request for a mail. Returns whether the address may get one more; it is counted whether it has an account or
 * not. Throws 429 if the network requested too many.
 */
export async function mayMail(ctx: PageContext, req: Request, email: string): Promise<boolean> {
  const waitSeconds = await checkAttemptLimit(ctx, ATTEMPT_LIMITS.mailPerNetwork, networkOf(req.ip));
  if (waitSeconds > 0) {
    const sentence = texts().problems.manyMails(waitingTime(waitSeconds));
    throw new Problem("rate_limited", sentence, { headers: { "Retry-After": String(waitSeconds) } });
  }
  return (await checkAttemptLimit(ctx, ATTEMPT_LIMITS.mailPerAddress, email)) === 0;
}
