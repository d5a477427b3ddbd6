import type { Database } from "../database.js";

/** Notes when keys were last used; called off the request path, at most once a minute for a key. */
export async function touchApiKeys(db: Database, uses: ReadonlyMap<string, Date>): Promise<void> {
  await db.system.query(
    `UPDATE api_keys SET last_used_at = used.at FROM unnest($1::text[], $2::timestamptz[]) AS used (id, at)
     WHERE api_keys.id = used.id AND (last_used_at IS NULL OR last_used_at < used.at)`,
    [[...uses.keys()], [...uses.values()]],
  );
}
