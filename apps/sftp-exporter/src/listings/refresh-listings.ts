import { setImmediate as letOthersRun } from "node:timers/promises";
import type { TransactionClient } from "@skucast/db/database";
import { deleteListings } from "@skucast/db/listings/delete-listings";
import type { ListingChannel } from "@skucast/db/listings/read-listing-channels";
import type { ListingSource } from "@skucast/db/listings/read-listing-sources";
import { type Listing, type NewListing, writeListings } from "@skucast/db/listings/write-listings";
import { createLister } from "@skucast/profiles/channel/list-product";
import { readDocument } from "@skucast/profiles/channel/map-document";
import { decideListing } from "./decide-listing.js";

/** After so long, be it one listing or hundreds, whoever else waits in this process gets its turn. */
const TURN_MS = 20;

interface Refresh {
  readonly workspaceId: string;
  readonly channels: readonly ListingChannel[];
  readonly sources: readonly ListingSource[];
  /** What is stored of these products in these channels, and what else is to be taken away. */
  readonly stored: readonly Listing[];
  readonly now: Date;
}

/**
 * Makes the listings of some products in some channels anew, writes what differs from what is stored, and takes away
 * what no channel selects any more. Answers how many were written or taken away.
 */
export async function refreshListings(
  client: TransactionClient,
  { workspaceId, channels, sources, stored: found, now }: Refresh,
): Promise<number> {
  const stored = new Map(found.map((listing) => [placeOf(listing.channelId, listing.sku), listing]));
  const written: NewListing[] = [];
  const listers = new Map(channels.map((channel) => [channel.id, { channel, list: createLister(channel, now) }]));
  let begunMs = performance.now();
  for (const source of sources) {
    const product = source.doc === null ? undefined : readDocument(source.doc);
    for (const channelId of source.channelIds) {
      const lister = listers.get(channelId);
      if (lister === undefined) continue;
      const place = placeOf(channelId, source.sku);
      const { channel, list } = lister;
      const listing = decideListing({ channel, source, listed: list(product), stored: stored.get(place) });
      if (listing !== undefined) written.push(listing);
      stored.delete(place);
      if (performance.now() - begunMs < TURN_MS) continue;
      await letOthersRun();
      begunMs = performance.now();
    }
  }
  await writeListings(client, workspaceId, written);
  await deleteListings(client, workspaceId, [...stored.values()]);
  return written.length + stored.size;
}

const placeOf = (channelId: Listing["channelId"], sku: string): string => `${channelId} ${sku}`;
