import type { Database } from "../database.js";

/**
 * Sets the current workspace of a session. Returns false, and changes nothing, if its owner is not a member there, or if
 * the session belongs to another workspace's single sign-on.
 */
export async function switchWorkspace(db: Database, sessionId: string, workspaceId: string): Promise<boolean> {
  const { rowCount } = await db.system.query(
    `UPDATE sessions SET current_workspace_id = m.workspace_id FROM memberships m
     WHERE sessions.id = $1 AND sessions.ended_at IS NULL AND m.user_id = sessions.user_id AND m.workspace_id = $2
       AND coalesce(sessions.single_sign_on_workspace_id, $2) = $2`,
    [sessionId, workspaceId],
  );
  return rowCount === 1;
}
