import type { Database } from "../database.js";

/** Lets a session work in another workspace; answers false, and does nothing, unless its owner is a member there. */
export async function switchWorkspace(db: Database, sessionId: string, workspaceId: string): Promise<boolean> {
  const { rowCount } = await db.system.query(
    `UPDATE sessions SET current_workspace_id = m.workspace_id FROM memberships m
     WHERE sessions.id = $1 AND sessions.ended_at IS NULL AND m.user_id = sessions.user_id AND m.workspace_id = $2`,
    [sessionId, workspaceId],
  );
  return rowCount === 1;
}
