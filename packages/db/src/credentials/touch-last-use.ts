import type { Database } from "../database.js";
import { SESSION_IDLE_MS, SESSION_LIFE_MS } from "../sessions/session-life.js";

/** Times of last use, by id. */
export interface LastUses {
  readonly keys: ReadonlyMap<string, Date>;
  readonly grants: ReadonlyMap<string, Date>;
  readonly sessions: ReadonlyMap<string, Date>;
}

const TABLES = { keys: "api_keys", grants: "oauth_grants", sessions: "sessions" } as const;

/** Use extends a session, as `touchSession` does. */
const PROLONGED = `, expires_at = greatest(expires_at, least(
  created_at + ${SESSION_LIFE_MS} * interval '1 ms', used.at + ${SESSION_IDLE_MS} * interval '1 ms'))`;

/** Records when credentials were last used. Keeps a later time that is stored already. */
export async function touchLastUse(db: Database, uses: LastUses): Promise<void> {
  for (const kind of ["keys", "grants", "sessions"] as const) {
    // Always in the same order, so that two processes cannot deadlock.
    const sorted = [...uses[kind]].sort(([a], [b]) => (a < b ? -1 : 1));
    if (sorted.length === 0) continue;
    const table = TABLES[kind];
    await db.system.query(
      `UPDATE ${table} SET last_used_at = used.at${kind === "sessions" ? PROLONGED : ""} FROM unnest($1::text[], $2::timestamptz[]) AS used (id, at)
       WHERE ${table}.id = used.id AND (last_used_at IS NULL OR last_used_at < used.at)`,
      [sorted.map(([id]) => id), sorted.map(([, at]) => at)],
    );
  }
}
