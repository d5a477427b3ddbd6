const FIRST_SIZE = 4_096;
/** The table grows when more than this share of its slots is used. */
const FILL_MAX = 0.5;

/**
 * The SKUs of a file, as 64-bit hashes in one block of memory: 16 to 32 bytes per SKU. With a million SKUs, two of them
 * collide once in tens of millions of files.
 */
export interface SkuSet {
  /** Adds a SKU; returns whether it was new. */
  add(sku: string): boolean;
  has(sku: string): boolean;
  readonly size: number;
}

export function createSkuSet(): SkuSet {
  let slots = new Uint32Array(FIRST_SIZE * 2);
  let size = 0;

  /** The slot of a hash, or the free slot for it. */
  function slotOf(high: number, low: number): number {
    const mask = slots.length / 2 - 1;
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const h = slots[slot * 2];
      const l = slots[slot * 2 + 1];
      if ((h === 0 && l === 0) || (h === high && l === low)) return slot;
    }
  }

  function grow(): void {
    const old = slots;
    slots = new Uint32Array(old.length * 2);
    for (let i = 0; i < old.length; i += 2) {
      const [high = 0, low = 0] = [old[i], old[i + 1]];
      if (high !== 0 || low !== 0) put(slotOf(high, low), high, low);
    }
  }

  function put(slot: number, high: number, low: number): void {
    slots[slot * 2] = high;
    slots[slot * 2 + 1] = low;
  }

  return {
    add(sku) {
      const [high, low] = hashOf(sku);
      const slot = slotOf(high, low);
      if (slots[slot * 2 + 1] !== 0 || slots[slot * 2] !== 0) return false;
      put(slot, high, low);
      size += 1;
      if (size > (slots.length / 2) * FILL_MAX) grow();
      return true;
    },
    has(sku) {
      const slot = slotOf(...hashOf(sku));
      return slots[slot * 2 + 1] !== 0 || slots[slot * 2] !== 0;
    },
    get size() {
      return size;
    },
  };
}

/** Two hashes of 32 bits (cyrb53's two halves); never both zero, which marks a free slot. */
function hashOf(text: string): [high: number, low: number] {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return [high >>> 0, (low | 1) >>> 0];
}
