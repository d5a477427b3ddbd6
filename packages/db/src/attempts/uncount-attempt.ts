import type { Database } from "../database.js";
import { windowStart } from "./count-attempt.js";

/** Subtracts one attempt from the current window. */
export async function uncountAttempt(db: Database, key: string, windowSeconds: number, now: Date): Promise<void> {
  await db.system.query(
    "UPDATE attempt_counts SET count = count - 1 WHERE key = $1 AND window_start = $2 AND count > 0",
    [key, windowStart(windowSeconds, now)],
  );
}
