import { appendAuditEntry } from "../audit/append-audit-entry.js";
import type { TransactionClient } from "../database.js";
import type { RequestOrigin } from "../memberships/create-workspace-with-owner.js";
import { listWithdrawnAccess } from "../memberships/list-withdrawn-access.js";

/** A workspace that would be left without an owner. */
export interface OrphanedWorkspace {
  readonly id: string;
  readonly name: string;
  /** When it is deleted, if that was requested. It then needs no owner, but none can cancel the deletion either. */
  readonly deletesAt: Date | null;
}

export interface DeletedUser {
  /** Ids of sessions, connected apps and memberships that ended. */
  readonly ended: readonly string[];
  readonly workspaceIds: readonly string[];
}

/** The lock that every change of a workspace's members takes. */
const LOCK_MEMBERS = `
  SELECT pg_advisory_xact_lock(hashtextextended(m.workspace_id || ' members', 0))
  FROM (SELECT workspace_id FROM memberships WHERE user_id = $1 ORDER BY workspace_id) AS m`;

/**
 * Locks the memberships of a person until the transaction ends, so that no one else changes the owners of their workspaces
 * while their account is deleted. The person's row comes second, because adding a member to a workspace needs it.
 */
export async function lockMemberships(client: TransactionClient, userId: string): Promise<void> {
  await client.query(LOCK_MEMBERS, [userId]);
  await client.query("SELECT FROM users WHERE id = $1 FOR UPDATE", [userId]);
  // The person may have joined another workspace in between.
  await client.query(LOCK_MEMBERS, [userId]);
}

/** The workspaces of which the person is the only owner. */
export async function listSoleOwnerships(client: TransactionClient, userId: string): Promise<OrphanedWorkspace[]> {
  const { rows } = await client.query<OrphanedWorkspace>(
    `SELECT w.id, w.name, w.deletes_at AS "deletesAt" FROM memberships m JOIN workspaces w ON w.id = m.workspace_id
     WHERE m.user_id = $1 AND m.role = 'owner' AND NOT EXISTS (
       SELECT FROM memberships o WHERE o.workspace_id = m.workspace_id AND o.role = 'owner' AND o.user_id <> $1
     ) ORDER BY w.name, w.id`,
    [userId],
  );
  return rows;
}

/**
 * Deletes a person with everything that belongs to them alone: credentials, sessions, connected apps, memberships,
 * invitations and mails. The audit logs of their workspaces keep what they did, without name and address, and record that
 * they left. Call `lockMemberships` and
 * check `listSoleOwnerships` first, in the same transaction: only workspaces that are being deleted may lose their last
 * owner.
 */
export async function deleteUser(
  client: TransactionClient,
  { userId, origin, now }: { readonly userId: string; readonly origin: RequestOrigin; readonly now: Date },
): Promise<DeletedUser> {
  const email = await emailOf(client, userId);
  const { rows: memberships } = await client.query<{ workspaceId: string; role: string }>(
    `SELECT workspace_id AS "workspaceId", role FROM memberships WHERE user_id = $1`,
    [userId],
  );
  for (const { workspaceId, role } of memberships) {
    const read = async <Row>(text: string, values: unknown[]) => (await client.query<Row & object>(text, values)).rows;
    const withdrawn = await listWithdrawnAccess(read, { workspaceId, userId, roleAfter: null, now });
    await appendAuditEntry(client, {
      workspaceId,
      actor: { type: "user", id: userId },
      action: "member.removed",
      objectId: userId,
      details: { role, account_deleted: true, ...withdrawn },
      ...origin,
      now,
    });
  }
  await client.query("SELECT forget_person($1, $2)", [userId, email]);
  // Before the mails about problems: a transaction that inserts one holds the membership.
  await client.query("DELETE FROM memberships WHERE user_id = $1", [userId]);
  await client.query("DELETE FROM notices WHERE user_id = $1", [userId]);
  const { rows: ended } = await client.query<{ id: string }>(
    "SELECT id FROM sessions WHERE user_id = $1 UNION ALL SELECT id FROM oauth_grants WHERE user_id = $1",
    [userId],
  );
  await client.query("DELETE FROM oauth_artifacts WHERE grant_id IN (SELECT id FROM oauth_grants WHERE user_id = $1)", [
    userId,
  ]);
  await client.query("DELETE FROM account_mails WHERE recipient = $1", [email]);
  await client.query("DELETE FROM account_tokens WHERE purpose = 'sign_up' AND email = $1", [email]);
  // Accepted ones keep the address, which the workspace has as long as the member.
  await client.query("DELETE FROM invitations WHERE email = $1", [email]);
  await client.query("DELETE FROM users WHERE id = $1", [userId]);
  const workspaceIds = memberships.map(({ workspaceId }) => workspaceId);
  return { ended: [...ended.map(({ id }) => id), ...workspaceIds.map((id) => `${id}:${userId}`)], workspaceIds };
}

async function emailOf(client: TransactionClient, userId: string): Promise<string | null> {
  const { rows } = await client.query<{ email: string }>("SELECT email FROM users WHERE id = $1", [userId]);
  return rows[0]?.email ?? null;
}
