import type { Database } from "../database.js";

const USER_AGENTS_MAX = 200;

/** The distinct User-Agents of a person's sessions, ended ones included, until they are deleted; at most 200. */
export async function listKnownUserAgents(db: Database, userId: string): Promise<string[]> {
  const { rows } = await db.system.query<{ userAgent: string }>(
    `SELECT DISTINCT coalesce(user_agent, '') AS "userAgent" FROM sessions WHERE user_id = $1 LIMIT ${USER_AGENTS_MAX}`,
    [userId],
  );
  return rows.map(({ userAgent }) => userAgent);
}
