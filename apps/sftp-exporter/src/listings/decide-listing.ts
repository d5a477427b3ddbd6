import type { ListingChannel } from "@skucast/db/listings/read-listing-channels";
import type { ListingSource } from "@skucast/db/listings/read-listing-sources";
import type { Listing, NewListing } from "@skucast/db/listings/write-listings";
import { changedSince } from "@skucast/profiles/channel/changed-since";
import type { ProductListing } from "@skucast/profiles/channel/list-product";

interface ListingState {
  readonly channel: Pick<ListingChannel, "id" | "revision" | "updatedAt">;
  readonly source: Pick<ListingSource, "sku" | "version" | "updatedAt">;
  readonly listed: ProductListing;
  readonly stored: Listing | undefined;
  readonly now: Date;
}

/** The listing to write for a product in a channel; undefined when the stored one is up to date. */
export function decideListing({ channel, source, listed, stored, now }: ListingState): NewListing | undefined {
  const { isValid, rowHash, nextChangeAt, idHolder } = listed;
  const rowId = listed.rowId?.key ?? null;
  const issues = listed.issues.length === 0 ? null : JSON.stringify(listed.issues);
  const { isSameRow, changedAt, validSince } = changedSince(listed, stored, {
    causes: [source.updatedAt, channel.updatedAt],
    now,
  });
  const hasSameId = stored?.rowId === rowId && stored.idHolder === idHolder;
  const hasSameRest = stored?.issues === issues && stored.nextChangeAt?.getTime() === nextChangeAt?.getTime();
  if (isSameRow && hasSameId && hasSameRest) return undefined;
  return {
    channelId: channel.id,
    sku: source.sku,
    revision: channel.revision,
    productVersion: source.version,
    isValid,
    rowHash,
    issues,
    changedAt,
    validSince,
    nextChangeAt,
    rowId,
    idHolder,
  };
}
