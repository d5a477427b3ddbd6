import type { Database } from "../database.js";

/** Rows that are read. If there are more, the oldest of these is old enough to be reported. */
const LOOKED_AT_MAX = 10_000;

const OLDEST = {
  name: "listings.oldest-noted",
  text: `
    SELECT extract(epoch FROM now() - min(noted_at))::float8 AS seconds
    FROM (SELECT noted_at FROM listing_work LIMIT ${LOOKED_AT_MAX}) AS looked_at`,
};

/** Age in seconds of the oldest note of a product whose listings have to be computed again. 0 if there is none. */
export async function oldestNotedSeconds({ system }: Database): Promise<number> {
  const { rows } = await system.query<{ seconds: number | null }>(OLDEST);
  return Math.max(0, rows[0]?.seconds ?? 0);
}
