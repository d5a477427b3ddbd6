import type { IndexedRows } from "./indexed-rows.js";
import { readRowIndex } from "./read-row-index.js";

/** A set of 64-bit hashes. */
export interface HashSet {
  add(high: number, low: number): void;
  has(high: number, low: number): boolean;
}

/** Probe sequences stay short while less than three quarters of the slots are used. */
const SLOTS_PER_HASH = 1.4;
/** Zero marks a free slot, so the hash zero is stored as this. */
const INSTEAD_OF_ZERO = 1;

/** Open addressing over a typed array, about 11 bytes for each of `hashesMax`. Throws when more are added. */
export function createHashSet(hashesMax: number): HashSet {
  const size = Math.ceil(hashesMax * SLOTS_PER_HASH) + 16;
  const slots = new Uint32Array(2 * size);
  let count = 0;

  /** The slot that holds a hash, or the free slot where it would go. */
  function slotOf(high: number, low: number): number {
    let slot = Math.floor((high / 2 ** 32) * size);
    while (slots[2 * slot] !== 0 || slots[2 * slot + 1] !== 0) {
      if (slots[2 * slot] === high && slots[2 * slot + 1] === low) return slot;
      slot = slot + 1 === size ? 0 : slot + 1;
    }
    return slot;
  }

  const lowOf = (high: number, low: number): number => (high === 0 && low === 0 ? INSTEAD_OF_ZERO : low);

  return {
    add(high, low) {
      const own = lowOf(high, low);
      const slot = slotOf(high, own);
      if (slots[2 * slot] === high && slots[2 * slot + 1] === own) return;
      count += 1;
      if (count > hashesMax) throw new Error("there are more rows than their run has counted");
      slots[2 * slot] = high;
      slots[2 * slot + 1] = own;
    },
    has(high, low) {
      const own = lowOf(high, low);
      const slot = slotOf(high, own);
      return slots[2 * slot] === high && slots[2 * slot + 1] === own;
    },
  };
}

/** The row hashes of an index; undefined when the index no longer exists. */
export async function readRowSet(index: IndexedRows): Promise<HashSet | undefined> {
  const set = createHashSet(index.rows);
  const exists = await readRowIndex(index, (bytes, head) => {
    set.add(bytes.getUint32(head + 2, true), bytes.getUint32(head + 6, true));
  });
  return exists ? set : undefined;
}
