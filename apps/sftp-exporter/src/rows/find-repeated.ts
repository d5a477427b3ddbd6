import type { IndexedRows } from "./indexed-rows.js";
import { readRowIndex } from "./read-row-index.js";
import { hashBytes, hashed } from "./row-hash.js";
import { createHashSet } from "./row-set.js";

/** Ids held in memory at a time. Larger indexes are read several times, each time for another share of the hash space. */
const PASS_ROWS = 250_000;

/** Yields, in batches, each id that an index has more than once. Memory does not depend on the number of rows. */
export async function* findRepeated(
  index: IndexedRows,
  { signal, passRows = PASS_ROWS }: { signal: AbortSignal; passRows?: number },
): AsyncGenerator<readonly string[]> {
  const passCount = Math.max(1, Math.ceil(index.rows / passRows));
  // Shares are never quite equal, so the sets have room for a third more.
  const hashesMax = Math.ceil((index.rows / passCount) * 1.33) + 1_000;
  for (let pass = 0; pass < passCount; pass += 1) {
    signal.throwIfAborted();
    const seen = createHashSet(hashesMax);
    const found = createHashSet(hashesMax);
    const repeated: string[] = [];
    await readRowIndex(index, (bytes, _head, id, idEnd) => {
      hashBytes(bytes, id, idEnd);
      const { high, low } = hashed;
      if (high % passCount !== pass) return;
      if (!seen.has(high, low)) {
        seen.add(high, low);
      } else if (!found.has(high, low)) {
        found.add(high, low);
        repeated.push(Buffer.from(bytes.buffer, bytes.byteOffset + id, idEnd - id).toString("utf8"));
      }
    });
    if (repeated.length > 0) yield repeated;
  }
}
