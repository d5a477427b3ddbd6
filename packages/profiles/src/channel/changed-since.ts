import type { ProductListing } from "./list-product.js";

/** What is known of a product's former listing. */
interface FormerListing {
  readonly isValid: boolean;
  readonly rowHash: Uint8Array | null;
  readonly changedAt: Date;
  readonly validSince: Date | null;
}

interface Since {
  /** Whether the row is what it was. */
  readonly isSameRow: boolean;
  readonly changedAt: Date;
  /** Since when there is a valid row; null where there is none. */
  readonly validSince: Date | null;
}

/**
 * Since when a listing is what it is. A row that is what it was keeps its time. Another one is so since the last thing
 * that can have made it, a change of the product or the channel (`causes`) or a moment that passed: rather too late than
 * too early, for only a run that began afterwards has published it.
 */
export function changedSince(
  { isValid, rowHash, lastChangeAt }: ProductListing,
  former: FormerListing | undefined,
  causes: readonly Date[],
): Since {
  const isSameRow = former !== undefined && former.isValid === isValid && areEqual(former.rowHash, rowHash);
  const latestMs = Math.max(lastChangeAt?.getTime() ?? 0, ...causes.map((cause) => cause.getTime()));
  const changedAt = isSameRow ? former.changedAt : new Date(latestMs);
  return { isSameRow, changedAt, validSince: isValid ? (former?.validSince ?? changedAt) : null };
}

const areEqual = (one: Uint8Array | null, other: Uint8Array | null): boolean =>
  one === null || other === null ? one === other : Buffer.compare(one, other) === 0;
