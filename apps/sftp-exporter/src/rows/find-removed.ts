import { hashBytes, hashed } from "@skucast/profiles/direct/row-hash";
import type { IndexedRows } from "./indexed-rows.js";
import { readRowIndex } from "./read-row-index.js";
import { createHashSet } from "./row-set.js";

/** Ids held in memory at a time; larger indexes are read several times, each time another part of them. */
const PASS_ROWS = 250_000;

/**
 * The ids that any of the former indexes has and the present one has not, each once, some at a time. Memory does not
 * depend on the number of rows. A former index that is gone has none.
 */
export async function* findRemoved(
  formers: readonly IndexedRows[],
  now: IndexedRows,
  { signal, passRows = PASS_ROWS }: { signal: AbortSignal; passRows?: number },
): AsyncGenerator<readonly string[]> {
  const rowCount = formers.reduce((sum, { rows }) => sum + rows, now.rows);
  const passCount = Math.max(1, Math.ceil(rowCount / passRows));
  for (let pass = 0; pass < passCount; pass += 1) {
    // Parts are never quite equal: a third of room besides.
    const seen = createHashSet(Math.ceil((rowCount / passCount) * 1.33) + 1_000);
    const removed: string[] = [];
    await readRowIndex(now, (bytes, _head, id, idEnd) => {
      hashBytes(bytes, id, idEnd);
      if (hashed.high % passCount === pass) seen.add(hashed.high, hashed.low);
    });
    for (const former of formers) {
      signal.throwIfAborted();
      await readRowIndex(former, (bytes, _head, id, idEnd) => {
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
