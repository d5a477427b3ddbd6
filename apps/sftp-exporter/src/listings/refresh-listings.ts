import { setImmediate as letOthersRun } from "node:timers/promises";
import type { TransactionClient } from "@skucast/db/database";
import { deleteListings } from "@skucast/db/listings/delete-listings";
import type { ListingChannel } from "@skucast/db/listings/read-listing-channels";
import type { ListingSource } from "@skucast/db/listings/read-listing-sources";
import { type Listing, type NewListing, writeListings } from "@skucast/db/listings/write-listings";
import { createLister } from "@skucast/profiles/channel/list-product";
import { readDocument } from "@skucast/profiles/channel/map-document";
import { decideListing } from "./decide-listing.js";

/** After this long, the loop yields to the other work of this process. */
const TURN_MS = 20;

interface Refresh {
  readonly workspaceId: string;
  readonly channels: readonly ListingChannel[];
  readonly sources: readonly ListingSource[];
  /** The stored listings of these products in these channels, and any others that should be deleted. */
  readonly stored: readonly Listing[];
  readonly now: Date;
}

/**
 * Recreates the listings of some products in some channels, writes those that differ from the stored ones, and deletes
 * those that no channel selects any more. Returns how many were written or deleted.
 */
export async function refreshListings(
  client: TransactionClient,
  { workspaceId, channels, sources, stored: storedListings, now }: Refresh,
): Promise<number> {
  const stored = new Map(storedListings.map((listing) => [keyOf(listing.channelId, listing.sku), listing]));
  const written: NewListing[] = [];
  const listers = new Map(channels.map((channel) => [channel.id, { channel, list: createLister(channel, now) }]));
  let turnStartedMs = performance.now();
  for (const source of sources) {
    const product = source.doc === null ? undefined : readDocument(source.doc);
    for (const channelId of source.channelIds) {
      const lister = listers.get(channelId);
      if (lister === undefined) continue;
      const key = keyOf(channelId, source.sku);
      const { channel, list } = lister;
      const listing = decideListing({ channel, source, listed: list(product), stored: stored.get(key) });
      if (listing !== undefined) written.push(listing);
      stored.delete(key);
      if (performance.now() - turnStartedMs < TURN_MS) continue;
      await letOthersRun();
      turnStartedMs = performance.now();
    }
  }
  await writeListings(client, workspaceId, written);
  await deleteListings(client, workspaceId, [...stored.values()]);
  return written.length + stored.size;
}

const keyOf = (channelId: Listing["channelId"], sku: string): string => `${channelId} ${sku}`;
