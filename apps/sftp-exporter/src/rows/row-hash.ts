/** The last result: two independent halves of a 64-bit hash. A shared object avoids an allocation per row. */
export const hashed = { high: 0, low: 0 };

/**
 * Hashes bytes to 64 bits, quickly and with the same result on every machine: two lanes of multiply and xor over 4-byte
 * words. It detects changed rows and is not cryptographic: collisions can be constructed.
 */
export function hashBytes(view: DataView, start: number, end: number): void {
  let high = 0x9e3779b9 ^ (end - start);
  let low = 0x85ebca6b;
  let at = start;
  for (; at + 4 <= end; at += 4) {
    const word = view.getInt32(at, true);
    high = Math.imul(high ^ word, 0x01000193);
    high ^= high >>> 15;
    low = Math.imul(low + word, 0xcc9e2d51);
    low = (low << 13) | (low >>> 19);
  }
  for (; at < end; at += 1) {
    const byte = view.getUint8(at);
    high = Math.imul(high ^ byte, 0x01000193);
    low = Math.imul(low + byte, 0xcc9e2d51) ^ (low >>> 17);
  }
  hashed.high = mixed(high) >>> 0;
  hashed.low = mixed(low ^ high) >>> 0;
}

/** Mixes all bits (the finalizer of MurmurHash3, public domain). */
function mixed(value: number): number {
  let h = value;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
