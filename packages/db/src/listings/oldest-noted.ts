import type { Database } from "../database.js";

/** Rows that are looked at: with more, the oldest of these is old enough to be told. */
const LOOKED_AT_MAX = 10_000;

const OLDEST = {
  name: "listings.oldest-noted",
  text: `
    SELECT extract(epoch FROM now() - min(noted_at))::float8 AS seconds
    FROM (SELECT noted_at FROM listing_work LIMIT ${LOOKED_AT_MAX}) AS looked_at`,
};

/** For how many seconds a product has waited whose listings are to be made anew; 0 when none does. */
export async function oldestNotedSeconds({ system }: Database): Promise<number> {
  const { rows } = await system.query<{ seconds: number | null }>(OLDEST);
  return Math.max(0, rows[0]?.seconds ?? 0);
}
