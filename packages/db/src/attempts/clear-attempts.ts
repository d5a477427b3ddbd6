import type { Database } from "../database.js";

/** Deletes the attempts that were counted under the key. */
export async function clearAttempts(db: Database, key: string): Promise<void> {
  await db.system.query("DELETE FROM attempt_counts WHERE key = $1", [key]);
}
