import { appendAuditEntry } from "../audit/append-audit-entry.js";
import type { TransactionClient } from "../database.js";

/** Where a request came from, for the audit log. */
export interface RequestOrigin {
  readonly ip: string | undefined;
  readonly userAgent: string | undefined;
  readonly requestId: string | undefined;
  readonly serverRequestId?: string | undefined;
}

export interface WorkspaceWithOwner {
  readonly id: string;
  readonly name: string;
  readonly ownerId: string;
  readonly origin: RequestOrigin;
  readonly now: Date;
}

/**
 * Creates a workspace that is owned by a person, with the first entry of its audit log. The transaction holds the row of the
 * person: it has inserted it, or called `countOwnedWorkspaces`.
 */
export async function createWorkspaceWithOwner(
  client: TransactionClient,
  workspace: WorkspaceWithOwner,
): Promise<void> {
  const { id, name, ownerId, now } = workspace;
  await client.query("INSERT INTO workspaces (id, name, created_at, updated_at) VALUES ($1, $2, $3, $3)", [
    id,
    name,
    now,
  ]);
  await client.query(
    "INSERT INTO memberships (workspace_id, user_id, role, created_at, updated_at) VALUES ($1, $2, 'owner', $3, $3)",
    [id, ownerId, now],
  );
  await appendAuditEntry(client, {
    workspaceId: id,
    actor: { type: "user", id: ownerId },
    action: "workspace.created",
    objectId: id,
    details: { name },
    ...workspace.origin,
    now,
  });
}

/**
 * Counts the workspaces that a person owns. Locks the person's row, so that two requests count one after the other. Throws
 * if the account is gone.
 */
export async function countOwnedWorkspaces(client: TransactionClient, userId: string): Promise<number> {
  const { rowCount } = await client.query("SELECT FROM users WHERE id = $1 FOR UPDATE", [userId]);
  if (rowCount === 0) throw new Error("the account does not exist any more");
  const { rows } = await client.query<{ count: number }>(
    "SELECT count(*)::integer AS count FROM memberships WHERE user_id = $1 AND role = 'owner'",
    [userId],
  );
  return rows[0]?.count ?? 0;
}
