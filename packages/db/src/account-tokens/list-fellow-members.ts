import type { TransactionClient } from "../database.js";

/** The other members of a workspace. */
export interface FellowMembers {
  readonly workspaceName: string;
  /** The addresses of the first twenty, owners first. */
  readonly emails: readonly string[];
  readonly count: number;
}

/**
 * The workspaces that a person manages and that other people can use, at most twenty, with these people. Others may not see
 * the members of their workspace.
 */
export async function listFellowMembers(client: TransactionClient, userId: string): Promise<FellowMembers[]> {
  const { rows } = await client.query<FellowMembers>(
    `SELECT w.name AS "workspaceName", count(*)::integer AS count,
       (array_agg(u.email ORDER BY o.role = 'owner' DESC, u.email))[1:20] AS emails
     FROM memberships m JOIN workspaces w ON w.id = m.workspace_id
       JOIN memberships o ON o.workspace_id = m.workspace_id AND o.user_id <> m.user_id
       JOIN users u ON u.id = o.user_id
     WHERE m.user_id = $1 AND m.role IN ('owner', 'admin') GROUP BY w.id, w.name ORDER BY w.name, w.id LIMIT 20`,
    [userId],
  );
  return rows;
}
