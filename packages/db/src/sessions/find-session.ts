import type { Database } from "../database.js";

/** A live session with the person it belongs to. */
export interface SessionRow {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly currentWorkspaceId: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
}

/** The session whose secret has this SHA-256. None if it ended or expired. */
export async function findSession(db: Database, secretHash: Uint8Array, now: Date): Promise<SessionRow | null> {
  const { rows } = await db.system.query<SessionRow>({
    name: "session_with_person_find",
    text: `SELECT s.id, s.user_id AS "userId", u.email, u.name, s.current_workspace_id AS "currentWorkspaceId",
             s.created_at AS "createdAt", s.last_used_at AS "lastUsedAt"
           FROM sessions s JOIN users u ON u.id = s.user_id
           WHERE s.secret_hash = $1 AND s.ended_at IS NULL AND s.expires_at > $2`,
    values: [secretHash, now],
  });
  return rows[0] ?? null;
}
