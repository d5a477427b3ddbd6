import type { ProductListing } from "./list-product.js";

/** The product's previous listing. */
interface FormerListing {
  readonly isValid: boolean;
  readonly rowHash: Uint8Array | null;
  readonly changedAt: Date;
  readonly validSince: Date | null;
  readonly idHolder: string | null;
}

interface Causes {
  /** When the product and the channel last changed. */
  readonly causes: readonly Date[];
  readonly now: Date;
}

interface Since {
  /** Whether the row is unchanged. */
  readonly isSameRow: boolean;
  readonly changedAt: Date;
  /** Since when there has been a valid row; null if there is none. */
  readonly validSince: Date | null;
}

/**
 * Since when a listing has been as it is. An unchanged row keeps its time. A changed row gets the time of the latest possible
 * cause: a change of the product or the channel (`causes`), a date that passed, or `now` if another product took or freed
 * the id. The latest one is safe, because only a run that started after the actual change has published the row.
 */
export function changedSince(
  { isValid, rowHash, lastChangeAt, idHolder }: ProductListing,
  former: FormerListing | undefined,
  { causes, now }: Causes,
): Since {
  const isSameRow = former !== undefined && former.isValid === isValid && areEqual(former.rowHash, rowHash);
  const isOfOther = former !== undefined && former.idHolder !== idHolder;
  const times = [lastChangeAt, isOfOther ? now : null, ...causes];
  const latestMs = Math.max(...times.map((time) => time?.getTime() ?? 0));
  const changedAt = isSameRow ? former.changedAt : new Date(latestMs);
  return { isSameRow, changedAt, validSince: isValid ? (former?.validSince ?? changedAt) : null };
}

const areEqual = (one: Uint8Array | null, other: Uint8Array | null): boolean =>
  one === null || other === null ? one === other : Buffer.compare(one, other) === 0;
