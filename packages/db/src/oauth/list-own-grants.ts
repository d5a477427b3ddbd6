import type { Database } from "../database.js";

/** A live connection as the person sees it for whom it acts. */
export interface OwnGrant {
  readonly id: string;
  readonly workspaceName: string;
  readonly clientName: string;
  readonly redirectHost: string;
  /** Space-separated. */
  readonly scope: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** Connections that one list holds at most. */
export const OWN_GRANTS_MAX = 100;

/**
 * The live connections of a person in all workspaces that they are in, those made last first, at most 100; with
 * `isWhole` false there are more.
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
