import type { ListingStatus } from "@skucast/contracts/listings/listing";
import type { Publication } from "@skucast/db/listings/read-product-listings";

interface ListingFacts {
  readonly isExcluded: boolean;
  readonly isValid: boolean;
  readonly changedAt: Date;
  readonly validSince: Date | null;
  /** The publications of the channel's feeds. */
  readonly publications: readonly Publication[];
}

interface StatusInChannel {
  readonly status: ListingStatus;
  readonly lastPublishedAt: Date | null;
}

/**
 * The status of a product in a channel. A run publishes rows as of its start, so a row is in the last good file if it has
 * not changed since that run started.
 */
export function listingStatus({
  isExcluded,
  isValid,
  changedAt,
  validSince,
  publications,
}: ListingFacts): StatusInChannel {
  const latestSince = (since: Date) => latest(publications.filter(({ liveFrom }) => isSince(liveFrom, since)));
  const lastPublishedAt = validSince === null ? null : latestSince(validSince);
  if (isExcluded) return { status: "excluded", lastPublishedAt: null };
  if (!isValid) return { status: "invalid", lastPublishedAt };
  const publishedAt = latestSince(changedAt);
  if (publishedAt !== null) return { status: "published", lastPublishedAt: publishedAt };
  const isHeld = publications.some(({ heldFrom }) => isSince(heldFrom, changedAt));
  return { status: isHeld ? "held" : "pending", lastPublishedAt };
}

const isSince = (run: Date | null, since: Date): boolean => run !== null && run.getTime() >= since.getTime();

function latest(publications: readonly Publication[]): Date | null {
  const times = publications.flatMap(({ liveAt }) => (liveAt === null ? [] : [liveAt.getTime()]));
  return times.length === 0 ? null : new Date(Math.max(...times));
}
