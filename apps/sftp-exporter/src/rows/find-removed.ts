import type { IndexedRows } from "./indexed-rows.js";
import { readRowIndex } from "./read-row-index.js";
import { hashBytes, hashed } from "./row-hash.js";
import { createHashSet } from "./row-set.js";

/** Ids held in memory at a time. Larger indexes are read several times, each time for another share of the hash space. */
const PASS_ROWS = 250_000;

/**
 * Yields, in batches, each id that is in a previous index and not in the current one. Memory does not depend on the number
 * of rows. A previous index that no longer exists counts as empty.
 */
export async function* findRemoved(
  previous: readonly IndexedRows[],
  now: IndexedRows,
  { signal, passRows = PASS_ROWS }: { signal: AbortSignal; passRows?: number },
): AsyncGenerator<readonly string[]> {
  const rowCount = previous.reduce((sum, { rows }) => sum + rows, now.rows);
  const passCount = Math.max(1, Math.ceil(rowCount / passRows));
  for (let pass = 0; pass < passCount; pass += 1) {
    // Shares are never quite equal, so the set has room for a third more.
    const seen = createHashSet(Math.ceil((rowCount / passCount) * 1.33) + 1_000);
    const removed: string[] = [];
    await readRowIndex(now, (bytes, _head, id, idEnd) => {
      hashBytes(bytes, id, idEnd);
      if (hashed.high % passCount === pass) seen.add(hashed.high, hashed.low);
    });
    for (const index of previous) {
      signal.throwIfAborted();
      await readRowIndex(index, (bytes, _head, id, idEnd) => {
        hashBytes(bytes, id, idEnd);
        const { high, low } = hashed;
        if (high % passCount !== pass || seen.has(high, low)) return;
        seen.add(high, low);
        removed.push(Buffer.from(bytes.buffer, bytes.byteOffset + id, idEnd - id).toString("utf8"));
      });
    }
    if (removed.length > 0) yield removed;
  }
}
