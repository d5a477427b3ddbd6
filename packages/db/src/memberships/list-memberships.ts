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
