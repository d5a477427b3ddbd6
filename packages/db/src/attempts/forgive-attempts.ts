import type { Database } from "../database.js";
import { windowStart } from "./count-attempt.js";

/** Deletes the attempts that were counted under the key. */
export async function clearAttempts(db: Database, key: string): Promise<void> {
  await db.system.query("DELETE FROM attempt_counts WHERE key = $1", [key]);
}

/** Subtracts one attempt from the current window. */
export async function uncountAttempt(db: Database, key: string, windowSeconds: number, now: Date): Promise<void> {
  await db.system.query(
    "UPDATE attempt_counts SET count = count - 1 WHERE key = $1 AND window_start = $2 AND count > 0",
    [key, windowStart(windowSeconds, now)],
  );
}
