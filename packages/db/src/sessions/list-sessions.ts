import type { Database } from "../database.js";

/** A live session as its owner sees it. */
export interface ListedSession {
  readonly id: string;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
}

const LISTED_MAX = 100;

/** The live sessions of a person, the most recently used first, at most 100. */
export async function listSessions(db: Database, userId: string, now: Date): Promise<ListedSession[]> {
  const { rows } = await db.system.query<ListedSession>(
    `SELECT id, ip, user_agent AS "userAgent", created_at AS "createdAt", last_used_at AS "lastUsedAt" FROM sessions
     WHERE user_id = $1 AND ended_at IS NULL AND expires_at > $2 ORDER BY last_used_at DESC, id DESC LIMIT ${LISTED_MAX}`,
    [userId, now],
  );
  return rows;
}
