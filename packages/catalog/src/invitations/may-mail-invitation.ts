import { hash } from "node:crypto";
import { LIMITS } from "@skucast/contracts/limits";
import type { Principal } from "@skucast/contracts/principal";
import { countAttempt } from "@skucast/db/attempts/attempt-counts";
import type { CatalogContext } from "../context.js";

const HOUR_SECONDS = 3_600;

interface MailedInvitation {
  readonly principal: Principal;
  readonly email: string;
}

/**
 * Counts the mail of an invitation. Returns whether it may be sent: anyone with a workspace can invite any address, and
 * as often as they like, from one workspace after another. The link works without the mail, so the invitation itself is not refused.
 */
export async function mayMailInvitation(
  { db, clock }: Pick<CatalogContext, "db" | "clock">,
  { principal, email }: MailedInvitation,
): Promise<boolean> {
  const now = clock.now();
  const count = (name: string, subject: string) =>
    countAttempt(db, `invitation_mail.${name}:${hash("sha256", subject, "base64url")}`, HOUR_SECONDS, now);
  const senders = [principal.workspaceId, ...(principal.kind === "user" ? [principal.userId] : [])];
  for (const sender of senders) {
    if ((await count("sender", sender)) > LIMITS.invitationMailsPerHour) return false;
  }
  return (await count("address", email)) <= LIMITS.invitationMailsPerAddress;
}
