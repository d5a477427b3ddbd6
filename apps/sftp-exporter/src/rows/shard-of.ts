const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * Which of `count` files a SKU is in: FNV-1a (32 bits) of its bytes, modulo the count. This must never change: partners
 * expect a product in the same file every night, so a SKU keeps its file as long as the feed keeps its number of shards.
 */
export function shardOf(bytes: Buffer, start: number, end: number, count: number): number {
  let hash = FNV_OFFSET;
  for (let i = start; i < end; i += 1) hash = Math.imul(hash ^ (bytes[i] as number), FNV_PRIME);
  return (hash >>> 0) % count;
}
