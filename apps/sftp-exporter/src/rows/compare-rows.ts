import type { IndexedRows } from "./indexed-rows.js";
import { createPriceChanges } from "./price-changes.js";
import { readRowIndex } from "./read-row-index.js";
import { hashBytes, hashed } from "./row-hash.js";
import { createRowTable } from "./row-table.js";

/** How the rows of one run differ from those of another. */
export interface RowChanges {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** Median change of the prices of rows that both have, up or down, in percent; null when there are none. */
  readonly medianPriceChangePercent: number | null;
}

/** Rows in the table of one pass, about: 20 MB for a feed of any size. */
const PASS_ROWS = 250_000;

/**
 * Compares two row indexes by id, in constant memory: each pass compares the ids in its share of the hash space. The
 * order of the rows does not matter, so the result does not depend on how the database sorts. Undefined when an index is
 * missing.
 */
export async function compareRows(
  before: IndexedRows,
  now: IndexedRows,
  { signal, passRows = PASS_ROWS }: { signal: AbortSignal; passRows?: number },
): Promise<RowChanges | undefined> {
  const passCount = Math.max(1, Math.ceil(before.rows / passRows));
  // Shares are never quite equal, so the table has room for a third more.
  const table = createRowTable(Math.ceil((before.rows / passCount) * 1.33) + 1_000);
  const prices = createPriceChanges();
  let kept = 0;
  let changed = 0;

  for (let pass = 0; pass < passCount; pass += 1) {
    table.clear();
    const hasBefore = await readRowIndex(before, (bytes, head, sku, skuEnd) => {
      hashBytes(bytes, sku, skuEnd);
      const { high: skuHigh, low: skuLow } = hashed;
      if (skuHigh % passCount !== pass) return;
      const high = bytes.getUint32(head + 2, true);
      const low = bytes.getUint32(head + 6, true);
      table.put(skuHigh, skuLow, { high, low, price: bytes.getFloat64(head + 10, true) });
    });
    signal.throwIfAborted();
    const hasNow = await readRowIndex(now, (bytes, head, sku, skuEnd) => {
      hashBytes(bytes, sku, skuEnd);
      if (hashed.high % passCount !== pass) return;
      const slot = table.take(hashed.high, hashed.low);
      if (slot === -1) return;
      kept += 1;
      if (!table.isRow(slot, bytes.getUint32(head + 2, true), bytes.getUint32(head + 6, true))) changed += 1;
      prices.add(table.price(slot), bytes.getFloat64(head + 10, true));
    });
    signal.throwIfAborted();
    if (!hasBefore || !hasNow) return undefined;
  }
  return {
    added: now.rows - kept,
    changed,
    removed: before.rows - kept,
    medianPriceChangePercent: prices.median(),
  };
}
