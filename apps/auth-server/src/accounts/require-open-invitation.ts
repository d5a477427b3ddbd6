import { Problem } from "@skucast/contracts/problem";
import { hashToken } from "@skucast/credentials/token";
import { findInvitation, type OpenInvitation } from "@skucast/db/invitations/find-invitation";
import { networkOf } from "@skucast/targets/network-of";
import type { Request } from "express";
import { texts } from "../language/request-language.js";
import { ATTEMPT_LIMITS, checkAttemptLimit } from "./attempt-limits.js";
import type { PageContext } from "./page-context.js";
import { waitingTime } from "./waiting-time.js";

const TOKEN = /^\w{20,200}$/;

/**
 * Returns the open invitation of a link. Throws the same 404 for an unknown, used, revoked or expired invitation, so
 * that a guess reveals nothing.
 */
export async function requireOpenInvitation(ctx: PageContext, req: Request, token: string): Promise<OpenInvitation> {
  const { db, clock } = ctx;
  const found = TOKEN.test(token) ? await findInvitation(db, hashToken(token), clock.now()) : null;
  if (found !== null) return found;
  const waitSeconds = await checkAttemptLimit(ctx, ATTEMPT_LIMITS.invitationPerNetwork, networkOf(req.ip));
  if (waitSeconds > 0) {
    const sentence = texts().problems.manyInvitations(waitingTime(waitSeconds));
    throw new Problem("rate_limited", sentence, { headers: { "Retry-After": String(waitSeconds) } });
  }
  throw new Problem("not_found", texts().problems.noInvitation);
}
