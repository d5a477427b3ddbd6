import type { Database } from "../database.js";

/** A live connection, as shown to its user. */
export interface OwnGrant {
  readonly id: string;
  readonly workspaceName: string;
  readonly clientName: string;
  readonly redirectHost: string;
  /** Separated by spaces. */
  readonly scope: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** Maximum connections in one list. */
export const OWN_GRANTS_MAX = 100;

/**
 * The live connections of a user in all of the user's workspaces, the newest first, at most 100. If `isWhole` is false,
 * there are more.
 */
export async function listOwnGrants(
  db: Database,
  userId: string,
  now: Date,
): Promise<{ readonly grants: readonly OwnGrant[]; readonly isWhole: boolean }> {
  const { rows } = await db.system.query<OwnGrant>(
    `SELECT g.id, w.name AS "workspaceName", g.client_name AS "clientName", g.redirect_host AS "redirectHost", g.scope,
       g.created_at AS "createdAt", g.last_used_at AS "lastUsedAt"
     FROM oauth_grants g
     JOIN memberships m ON m.workspace_id = g.workspace_id AND m.user_id = g.user_id
     JOIN workspaces w ON w.id = g.workspace_id
     WHERE g.user_id = $1 AND g.revoked_at IS NULL AND g.expires_at > $2
     ORDER BY g.created_at DESC, g.id DESC LIMIT ${OWN_GRANTS_MAX + 1}`,
    [userId, now],
  );
  return { grants: rows.slice(0, OWN_GRANTS_MAX), isWhole: rows.length <= OWN_GRANTS_MAX };
}
