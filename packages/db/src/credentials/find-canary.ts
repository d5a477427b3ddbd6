import type { Database } from "../database.js";
import { connectionsTo, type Source } from "./source.js";

/** Id of the live canary with this SHA-256. */
export async function findCanary(db: Database, secretHash: Uint8Array, source: Source): Promise<string | null> {
  const query = {
    name: "canary_find",
    text: "SELECT id FROM canaries WHERE secret_hash = $1 AND revoked_at IS NULL",
    values: [secretHash],
  };
  const { rows } = await connectionsTo(db, source).query<{ id: string }>(query);
  return rows[0]?.id ?? null;
}
