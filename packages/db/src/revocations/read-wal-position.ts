import type { Database } from "../database.js";

/**
 * How far the primary has written its log. A replica that has replayed so far contains everything that was committed
 * before this call.
 */
export async function readWrittenPosition({ system }: Database): Promise<bigint> {
  const { rows } = await system.query<{ lsn: string }>("SELECT pg_current_wal_insert_lsn() AS lsn");
  return positionOf(rows[0]?.lsn);
}

/** How far the replica has replayed the primary's log. Rejects if the server does not report it. */
export async function readReplayedPosition({ replica }: Database): Promise<bigint> {
  const answer = await replica?.query<{ lsn: string | null }>("SELECT pg_last_wal_replay_lsn() AS lsn");
  return positionOf(answer?.rows[0]?.lsn);
}

/** PostgreSQL writes a position as the halves of a 64-bit number in hexadecimal: `16/B374D848`. */
function positionOf(text: string | null | undefined): bigint {
  const [, high, low] = /^([\dA-F]{1,8})\/([\dA-F]{1,8})$/i.exec(text ?? "") ?? [];
  if (high === undefined || low === undefined) throw new Error("the server does not report a position of its log");
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}
