/** Rows of one share of an index by the hash of their ids. */
export interface RowTable {
  clear(): void;
  put(skuHigh: number, skuLow: number, row: RowRecord): void;
  /** Returns the slot of an id and removes it, so that it is found only once; -1 when it is not in the table. */
  take(skuHigh: number, skuLow: number): number;
  isRow(slot: number, rowHigh: number, rowLow: number): boolean;
  price(slot: number): number;
}

interface RowRecord {
  readonly high: number;
  readonly low: number;
  readonly price: number;
}

const FREE = 0;
const USED = 1;
const TAKEN = 2;

/** Open addressing over typed arrays, 25 bytes per slot. At least two slots per row keep probe sequences short. */
export function createRowTable(rowsMax: number): RowTable {
  const size = 2 ** Math.ceil(Math.log2(2 * rowsMax));
  const mask = size - 1;
  const keys = new Uint32Array(2 * size);
  const rows = new Uint32Array(2 * size);
  const prices = new Float64Array(size);
  const states = new Uint8Array(size);
  let count = 0;

  return {
    clear() {
      states.fill(FREE);
      count = 0;
    },
    put(skuHigh, skuLow, { high, low, price }) {
      count += 1;
      if (count > rowsMax) throw new Error("the row index has more rows than its run");
      let slot = skuLow & mask;
      while (states[slot] !== FREE) slot = (slot + 1) & mask;
      states[slot] = USED;
      keys[2 * slot] = skuHigh;
      keys[2 * slot + 1] = skuLow;
      rows[2 * slot] = high;
      rows[2 * slot + 1] = low;
      prices[slot] = price;
    },
    take(skuHigh, skuLow) {
      for (let slot = skuLow & mask; states[slot] !== FREE; slot = (slot + 1) & mask) {
        if (states[slot] !== USED || keys[2 * slot] !== skuHigh || keys[2 * slot + 1] !== skuLow) continue;
        states[slot] = TAKEN;
        return slot;
      }
      return -1;
    },
    isRow: (slot, rowHigh, rowLow) => rows[2 * slot] === rowHigh && rows[2 * slot + 1] === rowLow,
    price: (slot) => prices[slot] as number,
  };
}
