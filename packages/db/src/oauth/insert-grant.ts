import { type Database, inSystem, type TransactionClient } from "../database.js";
import type { RequestOrigin } from "../memberships/create-workspace-with-owner.js";
import { holdMembership } from "../memberships/hold-membership.js";
import { ENDED_GRANT_COLUMNS, type EndedGrant, noteEndedGrants } from "./note-ended-grants.js";

export interface NewGrant {
  readonly id: string;
  readonly workspaceId: string;
  readonly userId: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly redirectHost: string;
  /** Separated by spaces. */
  readonly scope: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** Where the request with the consent came from. */
  readonly origin: RequestOrigin;
}

/** Maximum connections of one client for one user. Each of the user's machines may need its own. */
const LIVE_GRANTS_MAX = 50;

export interface InsertedGrant {
  /** Older connections over the limit, revoked and logged in the same transaction. */
  readonly replacedIds: readonly string[];
}

/**
 * Stores a connection, with what `alongside` adds to the transaction. Returns null, and stores nothing, if the user is not a
 * member of the workspace.
 */
export function insertGrant(
  db: Database,
  grant: NewGrant,
  alongside: (client: TransactionClient) => Promise<void> = async () => {},
): Promise<InsertedGrant | null> {
  return inSystem(db, async (client) => {
    if (!(await holdMembership(client, grant))) return null;
    await client.query(
      `INSERT INTO oauth_grants (workspace_id, id, user_id, client_id, client_name, redirect_host, scope, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        grant.workspaceId,
        grant.id,
        grant.userId,
        grant.clientId,
        grant.clientName,
        grant.redirectHost,
        grant.scope,
        grant.createdAt,
        grant.expiresAt,
      ],
    );
    const replacedIds = await replaceOldest(client, grant);
    await alongside(client);
    return { replacedIds };
  });
}

async function replaceOldest(client: TransactionClient, grant: NewGrant): Promise<string[]> {
  const { userId, clientId, createdAt: now, origin } = grant;
  const reason = "replaced";
  const { rows } = await client.query<EndedGrant>(
    `UPDATE oauth_grants AS g SET revoked_at = $3, revoked_reason = $4 WHERE g.id IN (
       SELECT id FROM oauth_grants WHERE user_id = $1 AND client_id = $2 AND revoked_at IS NULL AND expires_at > $3
       ORDER BY created_at DESC, id DESC OFFSET ${LIVE_GRANTS_MAX}
     ) AND g.revoked_at IS NULL RETURNING ${ENDED_GRANT_COLUMNS}`,
    [userId, clientId, now, reason],
  );
  await noteEndedGrants(client, rows, { reason, actor: { type: "user", id: userId }, origin, now });
  return rows.map(({ id }) => id);
}
