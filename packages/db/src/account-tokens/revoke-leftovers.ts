import type { AuditAction } from "@skucast/contracts/audit/actions";
import { appendAuditEntry } from "../audit/append-audit-entry.js";
import type { TransactionClient } from "../database.js";
import type { RequestOrigin } from "../memberships/create-workspace-with-owner.js";

const REASON = "password_reset";

export interface AccountReset {
  readonly userId: string;
  readonly origin: RequestOrigin;
  readonly now: Date;
}

export interface RevokedLeftovers {
  /** Ids of keys and pull credentials. */
  readonly ended: readonly string[];
  readonly workspaceIds: readonly string[];
}

/**
 * Removes what the earlier holder of an account could return with, besides connected apps: second factors, API keys with
 * the keys that these created, pull credentials and open invitations. With an entry in the audit log of each workspace.
 */
export async function revokeLeftovers(client: TransactionClient, reset: AccountReset): Promise<RevokedLeftovers> {
  const { userId } = reset;
  await client.query(
    "UPDATE users SET totp_sealed = NULL, totp_enabled_at = NULL, totp_last_step = NULL WHERE id = $1",
    [userId],
  );
  await client.query("DELETE FROM passkeys WHERE user_id = $1", [userId]);
  await client.query("DELETE FROM recovery_codes WHERE user_id = $1", [userId]);
  const creators = [userId, ...(await keysOf(client, userId))];
  const keys = await revoke(client, reset, REVOKE_KEYS, { creators, action: "api_key.revoked" });
  const pulls = await revoke(client, reset, REVOKE_PULL_CREDENTIALS, { creators, action: "pull_credential.revoked" });
  const invitations = await revoke(client, reset, REVOKE_INVITATIONS, { creators, action: "invitation.revoked" });
  const all = [...keys, ...pulls, ...invitations];
  return {
    ended: [...keys, ...pulls].map(({ id }) => id),
    workspaceIds: [...new Set(all.map(({ workspaceId }) => workspaceId))],
  };
}

/** The keys that a person created, those that these keys created, and so on. Revoked ones may have created others. */
async function keysOf(client: TransactionClient, userId: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `WITH RECURSIVE own AS (
       SELECT id, workspace_id FROM api_keys WHERE workspace_id IN (${WORKSPACES}) AND created_by = $1
       UNION
       SELECT k.id, k.workspace_id FROM api_keys k JOIN own ON k.workspace_id = own.workspace_id AND k.created_by = own.id
     ) SELECT id FROM own`,
    [userId],
  );
  return rows.map(({ id }) => id);
}

const WORKSPACES = "SELECT workspace_id FROM memberships WHERE user_id = $1";

/** For person, creators and time. */
const REVOKE_KEYS = `UPDATE api_keys SET revoked_at = $3
  WHERE workspace_id IN (${WORKSPACES}) AND created_by = ANY ($2) AND revoked_at IS NULL
  RETURNING id, workspace_id AS "workspaceId", jsonb_build_object('name', name) AS details`;
const REVOKE_PULL_CREDENTIALS = `UPDATE pull_credentials SET revoked_at = $3
  WHERE workspace_id IN (${WORKSPACES}) AND created_by = ANY ($2) AND revoked_at IS NULL
  RETURNING id, workspace_id AS "workspaceId", jsonb_build_object('feed_id', feed_id, 'name', name) AS details`;
const REVOKE_INVITATIONS = `UPDATE invitations SET revoked_at = $3
  WHERE workspace_id IN (${WORKSPACES}) AND invited_by = ANY ($2) AND revoked_at IS NULL AND accepted_at IS NULL
  RETURNING id, workspace_id AS "workspaceId", jsonb_build_object('email', email) AS details`;

interface RevokedRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly details: Readonly<Record<string, unknown>>;
}

async function revoke(
  client: TransactionClient,
  { userId, origin, now }: AccountReset,
  statement: string,
  { creators, action }: { readonly creators: readonly string[]; readonly action: AuditAction },
): Promise<RevokedRow[]> {
  const { rows } = await client.query<RevokedRow>(statement, [userId, creators, now]);
  for (const { id, workspaceId, details } of rows) {
    await appendAuditEntry(client, {
      workspaceId,
      actor: { type: "user", id: userId },
      action,
      objectId: id,
      details: { ...details, reason: REASON },
      ...origin,
      now,
    });
  }
  return rows;
}
