import { LIMITS } from "@skucast/contracts/limits";
import { Problem } from "@skucast/contracts/problem";
import { setLookupRows } from "@skucast/db/lookup-tables/set-lookup-rows";
import type { Change } from "../transactions.js";

/** Sets the values of keys, and removes the keys whose value is null. */
export async function writeRows(
  { tx, workspaceId }: Change,
  tableId: string,
  rows: Iterable<readonly [key: string, value: string | null]>,
): Promise<void> {
  const given = [...rows];
  const removed = given.flatMap(([key, value]) => (value === null ? [key] : []));
  const set = given.flatMap(([key, value]) => (value === null ? [] : [{ key, value }]));
  if (removed.length > 0) await tx.lookupRow.deleteMany({ where: { workspaceId, tableId, key: { in: removed } } });
  if (set.length === 0) return;
  const client = { query: (text: string, values: unknown[]) => tx.$executeRawUnsafe(text, ...values) };
  await setLookupRows(client, { workspaceId, tableId, rows: set });
}

/** Counts the rows of a table. Throws limit_reached when there are too many, or they are too large. */
export async function measureRows({ tx, workspaceId }: Change, tableId: string) {
  const [measured] = await tx.$queryRaw<{ rows: number; bytes: bigint }[]>`
    SELECT count(*)::int AS rows, coalesce(sum(octet_length(key) + octet_length(value)), 0)::bigint AS bytes
    FROM lookup_rows WHERE workspace_id = ${workspaceId} AND table_id = ${tableId}`;
  const { rows: rowCount = 0, bytes = 0n } = measured ?? {};
  if (rowCount > LIMITS.lookupRowsMax) {
    throw new Problem("limit_reached", `A lookup table has at most ${LIMITS.lookupRowsMax} rows, not ${rowCount}.`);
  }
  if (bytes > LIMITS.lookupBytesMax) {
    const detail = `The keys and values of a lookup table have at most ${LIMITS.lookupBytesMax} bytes together, not ${bytes}.`;
    throw new Problem("limit_reached", detail);
  }
  return { rowCount, bytes };
}
