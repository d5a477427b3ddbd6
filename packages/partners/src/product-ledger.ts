/** A range of buckets; `to` is exclusive. */
export interface BucketRange {
  readonly from: number;
  readonly to: number;
}

/** Number of buckets into which products are divided by their id. */
export const BUCKETS = 65_536;

/** A variant that the host has: its id and title. */
export type SentVariant = readonly [id: string, title: string];

/** What the host accepted last of one product. */
export interface LedgerEntry {
  readonly productId: string;
  readonly bucket: number;
  /** Hash of the product as it was sent; null after it was sent as discontinued. */
  readonly hash: string | null;
  readonly variants: readonly SentVariant[];
  /** The run that sent it. */
  readonly runId: string;
  /** Whether it was accepted so long ago that it is sent again, for hosts that drop products after some time. */
  readonly isDue: boolean;
}

/** What a host that takes products instead of files has accepted, stored for each destination. Survives the process. */
export interface ProductLedger {
  /** All entries of the buckets for the host's feed. */
  read(hostFeed: string, range: BucketRange): Promise<LedgerEntry[]>;
  /** Stores entries, which replace those with the same product. */
  save(hostFeed: string, runId: string, entries: readonly Omit<LedgerEntry, "isDue" | "runId">[]): Promise<void>;
  /** Removes the entries of the buckets that are about another feed, and of products that earlier runs discontinued. */
  purge(hostFeed: string, range: BucketRange, runId: string): Promise<void>;
}

/** The bucket of a product: FNV-1a of its id, folded to 16 bits. */
export function bucketOf(productId: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < productId.length; i += 1) hash = Math.imul(hash ^ productId.charCodeAt(i), 0x01000193);
  return ((hash >>> 16) ^ hash) & 0xffff;
}
