import { type Invitation, invitationSchema } from "@skucast/contracts/invitations/invitation";
import type { Invitation as InvitationRow } from "@skucast/db/generated/client";

/** Columns that no query reads (Prisma's `omit`): the hash of the link's secret. */
export const TOKEN_HASH = { tokenHash: true } as const;

/** A query condition for invitations that can be accepted at this time. */
export const openAt = (now: Date) => ({ acceptedAt: null, revokedAt: null, expiresAt: { gt: now } });

type Row = Omit<InvitationRow, "workspaceId" | "tokenHash">;

/** A stored invitation as returned to clients, with its status at this time. */
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
