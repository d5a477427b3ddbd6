/** The two halves of a row's 64-bit hash. */
export let high: u32 = 0;
export let low: u32 = 0;

/** Computes the same hash as hashBytes in src/direct/row-hash.ts. */
export function hashRow(start: usize, end: usize): void {
  let one: u32 = 0x9e3779b9 ^ ((end - start) as u32);
  let other: u32 = 0x85ebca6b;
  let at = start;
  for (; at + 4 <= end; at += 4) {
    const word = load<u32>(at);
    one = (one ^ word) * 0x01000193;
    one ^= one >> 15;
    other = rotl<u32>((other + word) * 0xcc9e2d51, 13);
  }
  for (; at < end; at += 1) {
    const byte: u32 = load<u8>(at);
    one = (one ^ byte) * 0x01000193;
    other = ((other + byte) * 0xcc9e2d51) ^ (other >> 17);
  }
  high = mixed(one);
  low = mixed(other ^ one);
}

/** Mixes all bits (the finalizer of MurmurHash3, public domain). */
function mixed(value: u32): u32 {
  let h = (value ^ (value >> 16)) * 0x85ebca6b;
  h = (h ^ (h >> 13)) * 0xc2b2ae35;
  return h ^ (h >> 16);
}
