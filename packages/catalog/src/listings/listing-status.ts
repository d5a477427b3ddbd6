import type { ListingStatus } from "@skucast/contracts/listings/listing";
import type { Publication } from "@skucast/db/listings/read-product-listings";

interface ListingFacts {
  readonly isExcluded: boolean;
  readonly isValid: boolean;
  readonly changedAt: Date;
  readonly validSince: Date | null;
  /** Of the channel's feeds. */
  readonly publications: readonly Publication[];
}

interface Told {
  readonly status: ListingStatus;
  readonly lastPublishedAt: Date | null;
}

/**
 * What a product is in a channel. A run publishes the rows as of its beginning: a row is in the last good file if that
 * run began when the row was what it is.
 */
export function listingStatus({ isExcluded, isValid, changedAt, validSince, publications }: ListingFacts): Told {
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
