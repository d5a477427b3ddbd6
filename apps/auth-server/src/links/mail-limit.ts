import { Problem } from "@skucast/contracts/problem";
import { networkOf } from "@skucast/targets/network-of";
import type { Request } from "express";
import { ATTEMPT_LIMITS, checkAttemptLimit } from "../accounts/attempt-limits.js";
import type { PageContext } from "../accounts/page-context.js";
import { waitingTime } from "../accounts/waiting-time.js";
import { texts } from "../language/request-language.js";
import { knownDevice } from "../sessions/device-cookie.js";

export type RequestedMail = "sign_up" | "reset_password" | "verify_email" | "change_email";

/**
 * Counts a request for a mail. Returns whether the address may get one more; it is counted whether it has an account or
 * not. Each kind, each network and each device that is known to the account has a count of its own, so that no other person
 * can use up the mails of the owner. An address that gets no more has links in its mailbox that work. Throws 429 if the
 * network requested too many mails to any address.
 */
export async function mayMail(
  ctx: PageContext,
  req: Request,
  { kind, email }: { readonly kind: RequestedMail; readonly email: string },
): Promise<boolean> {
  const network = networkOf(req.ip);
  const waitSeconds = await checkAttemptLimit(ctx, ATTEMPT_LIMITS.mailPerNetwork, network);
  if (waitSeconds > 0) {
    const sentence = texts().problems.manyMails(waitingTime(waitSeconds));
    throw new Problem("rate_limited", sentence, { headers: { "Retry-After": String(waitSeconds) } });
  }
  const isWithin = async (limit: Parameters<typeof checkAttemptLimit>[1], subject: string) =>
    (await checkAttemptLimit(ctx, limit, `${kind} ${subject}`)) === 0;
  const device = await knownDevice(ctx, req, email);
  if (device !== null) return isWithin(ATTEMPT_LIMITS.mailOnDevice, `${device} ${email}`);
  return (
    (await isWithin(ATTEMPT_LIMITS.mailPerAddressFromNetwork, `${network} ${email}`)) &&
    (await isWithin(ATTEMPT_LIMITS.mailPerAddress, email))
  );
}
