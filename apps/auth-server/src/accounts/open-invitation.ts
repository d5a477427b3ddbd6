import { Problem } from "@skucast/contracts/problem";
import { hashToken } from "@skucast/credentials/token";
import { findInvitation, type OpenInvitation } from "@skucast/db/invitations/find-invitation";
import { networkOf } from "@skucast/targets/network-of";
import type { Request } from "express";
import { ATTEMPT_LIMITS, countTry } from "./attempt-limits.js";
import type { Desk } from "./desk.js";
import { waitingTime } from "./waiting-time.js";

const TOKEN = /^\w{20,200}$/;

/** The invitation of a link. Throws 404 for one that was never made, was used, withdrawn or is too old: nobody learns which. */
export async function openInvitation(ctx: Desk, req: Request, token: string): Promise<OpenInvitation> {
  const { db, clock } = ctx;
  const found = TOKEN.test(token) ? await findInvitation(db, hashToken(token), clock.now()) : null;
  if (found !== null) return found;
  const waitSeconds = await countTry(ctx, ATTEMPT_LIMITS.invitationPerNetwork, networkOf(req.ip));
  if (waitSeconds > 0) {
    const sentence = `Too many invitations were tried from your network. Wait ${waitingTime(waitSeconds)}, then try again.`;
    throw new Problem("rate_limited", sentence, { headers: { "Retry-After": String(waitSeconds) } });
  }
  throw new Problem("not_found", "This invitation cannot be used any more. Ask who invited you for another one.");
}
