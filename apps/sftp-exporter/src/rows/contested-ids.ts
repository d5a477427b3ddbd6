import { LIMITS } from "@skucast/contracts/limits";
import { hashBytes, hashed } from "./row-hash.js";
import { createHashSet } from "./row-set.js";

/** The ids that more than one product of a run would have, and which product has each of them. */
export interface ContestedIds {
  /** Adds an id. `isOwn` says that it is the SKU of a product that keeps it as its id. */
  add(id: string, isOwn: boolean): void;
  readonly size: number;
  /** Gives an id to a product, unless another product has it. Returns the SKU of that product if it is remembered. */
  claim(id: string, sku: string): Claim;
}

export type Claim = { readonly isGranted: true } | { readonly isGranted: false; readonly holder: string | undefined };

const GRANTED: Claim = { isGranted: true };
/** The row index cuts longer ids as well. */
const ID_BYTES_MAX = 4 * 1024;

/**
 * A product whose id is its SKU keeps it. Otherwise the first product that claims an id gets it. Uses about 22 bytes for
 * each of at most `idsMax` ids, and remembers the SKUs of a bounded number of products.
 */
export function createContestedIds(idsMax: number): ContestedIds {
  const contested = createHashSet(idsMax);
  const taken = createHashSet(idsMax);
  const holders = new Map<string, string>();
  let size = 0;

  return {
    get size() {
      return size;
    },
    add(id, isOwn) {
      hashId(id);
      const { high, low } = hashed;
      contested.add(high, low);
      size += 1;
      if (!isOwn) return;
      taken.add(high, low);
      if (holders.size < LIMITS.comparedIdsMax) holders.set(id, id);
    },
    claim(id, sku) {
      if (id === sku) return GRANTED;
      hashId(id);
      const { high, low } = hashed;
      if (!contested.has(high, low)) return GRANTED;
      if (taken.has(high, low)) return { isGranted: false, holder: holders.get(id) };
      taken.add(high, low);
      if (holders.size < LIMITS.comparedIdsMax) holders.set(id, sku);
      return GRANTED;
    },
  };
}

function hashId(id: string): void {
  const { buffer, byteOffset, length } = Buffer.from(id);
  const bytes = Math.min(length, ID_BYTES_MAX);
  hashBytes(new DataView(buffer, byteOffset, bytes), 0, bytes);
}
