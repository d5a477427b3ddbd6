import type { Role } from "@skucast/contracts/roles";
import { appendAuditEntry } from "../audit/append-audit-entry.js";
import type { TransactionClient } from "../database.js";
import type { RequestOrigin } from "../memberships/create-workspace-with-owner.js";
import { holdUser } from "../users/hold-user.js";

export interface Acceptance {
  readonly tokenHash: Uint8Array;
  readonly userId: string;
  /** Must be the invited email address. */
  readonly email: string;
  readonly origin: RequestOrigin;
  readonly now: Date;
}

interface AcceptedRow {
  readonly workspaceId: string;
  readonly id: string;
  readonly role: Role;
  readonly channelIds: readonly string[] | null;
}

/**
 * Accepts an invitation: makes the person a member, with an entry in the audit log. Returns the workspace, or null if
 * the invitation is not open for this email address, or the workspace is being deleted, or the account is gone. If several
 * requests try at once, one succeeds. A person who is a member already keeps role and channels.
 */
export async function acceptInvitation(client: TransactionClient, acceptance: Acceptance): Promise<string | null> {
  const { userId, now } = acceptance;
  if (!(await holdUser(client, userId))) return null;
  const { rows } = await client.query<AcceptedRow>(
    `UPDATE invitations SET accepted_at = $3
     WHERE token_hash = $1 AND email = $2 AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > $3
       AND NOT EXISTS (SELECT FROM workspaces w WHERE w.id = workspace_id AND w.deletes_at IS NOT NULL)
     RETURNING workspace_id AS "workspaceId", id, role, channel_ids AS "channelIds"`,
    [acceptance.tokenHash, acceptance.email, now],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const channels = row.channelIds === null ? null : JSON.stringify(row.channelIds);
  const { rowCount } = await client.query(
    `INSERT INTO memberships (workspace_id, user_id, role, channel_ids, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $5) ON CONFLICT (workspace_id, user_id) DO NOTHING`,
    [row.workspaceId, userId, row.role, channels, now],
  );
  await appendAuditEntry(client, {
    workspaceId: row.workspaceId,
    actor: { type: "user", id: userId },
    action: "invitation.accepted",
    objectId: row.id,
    details: { role: row.role, channel_ids: row.channelIds, was_member: rowCount === 0 },
    ...acceptance.origin,
    now,
  });
  return row.workspaceId;
}
