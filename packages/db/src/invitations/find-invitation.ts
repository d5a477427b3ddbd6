import type { Role } from "@skucast/contracts/roles";
import type { Database } from "../database.js";

/** An invitation that can still be accepted. */
export interface OpenInvitation {
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly channelIds: readonly string[] | null;
  /** The person who invited. Null if it was an API key, or a person who no longer exists. */
  readonly inviterName: string | null;
  readonly inviterEmail: string | null;
  readonly expiresAt: Date;
}

/** The invitation whose token has this SHA-256. None if it was accepted, revoked or expired, or its workspace is being deleted. */
export async function findInvitation(db: Database, tokenHash: Uint8Array, now: Date): Promise<OpenInvitation | null> {
  const { rows } = await db.system.query<OpenInvitation>(
    `SELECT i.workspace_id AS "workspaceId", w.name AS "workspaceName", i.id, i.email, i.role,
       i.channel_ids AS "channelIds", inviter.name AS "inviterName", inviter.email AS "inviterEmail",
       i.expires_at AS "expiresAt"
     FROM invitations i JOIN workspaces w ON w.id = i.workspace_id LEFT JOIN users inviter ON inviter.id = i.invited_by
     WHERE i.token_hash = $1 AND i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > $2
       AND w.deletes_at IS NULL LIMIT 1`,
    [tokenHash, now],
  );
  return rows[0] ?? null;
}
