import type { Database } from "../database.js";

/** Whether a person proved to read mail at the address of their account. */
export async function isEmailVerified(db: Database, userId: string): Promise<boolean> {
  const { rowCount } = await db.system.query("SELECT FROM users WHERE id = $1 AND email_verified_at IS NOT NULL", [
    userId,
  ]);
  return rowCount === 1;
}
