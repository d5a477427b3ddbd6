import { LIMITS } from "@skucast/contracts/limits";
import { Problem } from "@skucast/contracts/problem";
import {
  type ExecuteRows,
  type LookupRows,
  removeLookupRows,
  removeOtherLookupRows,
  setLookupRows,
} from "@skucast/db/lookup-tables/set-lookup-rows";
import type { Change } from "../transactions.js";

/** Sets the values of keys, and removes the keys whose value is null. Resolves with how many rows differ afterwards. */
export async function writeRows(
  change: Change,
  tableId: string,
  rows: readonly (readonly [key: string, value: string | null])[],
): Promise<number> {
  const table = { workspaceId: change.workspaceId, tableId };
  const execute = executeIn(change);
  const removed = rows.flatMap(([key, value]) => (value === null ? [key] : []));
  const set = rows.flatMap(([key, value]) => (value === null ? [] : [{ key, value }]));
  const given = { keys: set.map(({ key }) => key), values: set.map(({ value }) => value) };
  const removedCount = removed.length === 0 ? 0 : await removeLookupRows(execute, table, removed);
  return removedCount + (set.length === 0 ? 0 : await setLookupRows(execute, table, given));
}

/** Makes these the only rows of a table, and writes only what differs. Resolves with how many rows that is. */
export async function replaceRows(change: Change, tableId: string, rows: LookupRows): Promise<number> {
  const table = { workspaceId: change.workspaceId, tableId };
  const execute = executeIn(change);
  const removedCount = await removeOtherLookupRows(execute, table, rows.keys);
  return removedCount + (await setLookupRows(execute, table, rows));
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
