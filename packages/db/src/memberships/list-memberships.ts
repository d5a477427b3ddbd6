import type { Role } from "@skucast/contracts/roles";
import type { Database } from "../database.js";

/** A workspace that the user is a member of. */
export interface MembershipRow {
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly role: Role;
  /** The channels that the user sees. Null for the whole workspace. */
  readonly channelIds: readonly string[] | null;
}

const MEMBERSHIPS_MAX = 500;

/**
 * The workspaces that a session reaches, like `listMemberships`: a session of single sign-on only its own, and no
 * workspace that requires single sign-on or a second factor which the session lacks.
 */
export async function listReachedWorkspaces(db: Database, sessionId: string): Promise<MembershipRow[]> {
  const { rows } = await db.system.query<MembershipRow>(
    `SELECT m.workspace_id AS "workspaceId", w.name AS "workspaceName", m.role, m.channel_ids AS "channelIds"
     FROM sessions s
     JOIN memberships m ON m.user_id = s.user_id
     JOIN workspaces w ON w.id = m.workspace_id
     LEFT JOIN single_sign_on p ON p.workspace_id = m.workspace_id
     WHERE s.id = $1 AND CASE WHEN s.single_sign_on_workspace_id IS NULL
       THEN (NOT coalesce(p.is_required, false) OR m.role = 'owner')
         AND (NOT w.requires_second_factor OR s.second_factor_at IS NOT NULL)
       ELSE s.single_sign_on_workspace_id = m.workspace_id END
     ORDER BY lower(w.name), w.id LIMIT ${MEMBERSHIPS_MAX}`,
    [sessionId],
  );
  return rows;
}

/** The workspaces of a user in the order of their names, at most 500. */
export async function listMemberships(db: Database, userId: string): Promise<MembershipRow[]> {
  const { rows } = await db.system.query<MembershipRow>(
    `SELECT m.workspace_id AS "workspaceId", w.name AS "workspaceName", m.role, m.channel_ids AS "channelIds"
     FROM memberships m JOIN workspaces w ON w.id = m.workspace_id
     WHERE m.user_id = $1 ORDER BY lower(w.name), w.id LIMIT ${MEMBERSHIPS_MAX}`,
    [userId],
  );
  return rows;
}
