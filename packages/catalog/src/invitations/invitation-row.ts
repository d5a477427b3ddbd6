import { type Invitation, invitationSchema } from "@skucast/contracts/invitations/invitation";
import type { Invitation as InvitationRow } from "@skucast/db/generated/client";

/** Left out of what is read of an invitation (`omit`): the hash of its link's secret. */
export const TOKEN_HASH = { tokenHash: true } as const;

/** Invitations that can still be taken up. */
export const openAt = (now: Date) => ({ acceptedAt: null, revokedAt: null, expiresAt: { gt: now } });

type Row = Omit<InvitationRow, "workspaceId" | "tokenHash">;

/** A stored invitation as it is answered at a moment. */
export const invitationOf = (row: Row, now: Date): Invitation =>
  invitationSchema.parse({
    id: row.id,
    email: row.email,
    role: row.role,
    channel_ids: row.channelIds,
    status: statusOf(row, now),
    invited_by: row.invitedBy,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
  });

function statusOf({ acceptedAt, revokedAt, expiresAt }: Row, now: Date): Invitation["status"] {
  if (acceptedAt !== null) return "accepted";
  if (revokedAt !== null) return "revoked";
  return expiresAt > now ? "open" : "expired";
}
