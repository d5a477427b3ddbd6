import { LIMITS } from "@skucast/contracts/limits";
import { Problem } from "@skucast/contracts/problem";
import { type ExecuteRows, removeLookupRows, setLookupRows } from "@skucast/db/lookup-tables/set-lookup-rows";
import type { Change } from "../transactions.js";

type Rows = Iterable<readonly [key: string, value: string | null]>;

/** Sets the values of keys, and removes the keys whose value is null. Resolves with how many rows differ afterwards. */
export async function writeRows(change: Change, tableId: string, rows: Rows): Promise<number> {
  const { workspaceId } = change;
  const execute = executeIn(change);
  const given = [...rows];
  const keys = given.flatMap(([key, value]) => (value === null ? [key] : []));
  const set = given.flatMap(([key, value]) => (value === null ? [] : [{ key, value }]));
  const removed = keys.length === 0 ? 0 : await removeLookupRows(execute, { workspaceId, tableId, keys });
  return removed + (set.length === 0 ? 0 : await setLookupRows(execute, { workspaceId, tableId, rows: set }));
}

/** Makes these the only rows of a table, and writes only what differs. Resolves with how many rows that is. */
export async function replaceRows(change: Change, tableId: string, rows: Rows): Promise<number> {
  const { tx, workspaceId } = change;
  const where = { workspaceId, tableId };
  const stored = await tx.lookupRow.findMany({ where, select: { key: true, value: true } });
  const differing = new Map<string, string | null>(rows);
  for (const { key, value } of stored) {
    if (differing.get(key) === value) differing.delete(key);
    else if (!differing.has(key)) differing.set(key, null);
  }
  return writeRows(change, tableId, differing);
}

const executeIn =
  ({ tx }: Change): ExecuteRows =>
  (text, values) =>
    tx.$executeRawUnsafe(text, ...values);

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
