import { setImmediate as letOthersRun } from "node:timers/promises";
import type { TransactionClient } from "@skucast/db/database";
import { deleteListings } from "@skucast/db/listings/delete-listings";
import { type ClaimedId, idOf } from "@skucast/db/listings/id-claims";
import type { ListingChannel } from "@skucast/db/listings/read-listing-channels";
import type { ListingSource } from "@skucast/db/listings/read-listing-sources";
import { type Listing, type NewListing, writeListings } from "@skucast/db/listings/write-listings";
import { createLister } from "@skucast/profiles/channel/list-product";
import { readDocument } from "@skucast/profiles/channel/map-document";
import { decideListing } from "./decide-listing.js";
import { type ListedProduct, withUniqueIds } from "./with-unique-ids.js";

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

export interface RefreshedListings {
  /** How many were written or deleted. */
  readonly written: number;
  /** The ids that another product may have from now on, for `noteWrongHolders` after the transaction has committed. */
  readonly ids: readonly ClaimedId[];
}

/**
 * Recreates the listings of some products in some channels, writes those that differ from the stored ones, and deletes
 * those that no channel selects any more.
 */
export async function refreshListings(
  client: TransactionClient,
  { workspaceId, channels, sources, stored: storedListings, now }: Refresh,
): Promise<RefreshedListings> {
  const stored = new Map(storedListings.map((listing) => [keyOf(listing.channelId, listing.sku), listing]));
  const computed = [...new Set([...sources, ...storedListings].map(({ sku }) => sku))];
  const mapped = await listProducts({ channels, sources, now });
  const products = await withUniqueIds(client, workspaceId, { products: mapped, computed });
  const listings: NewListing[] = [];
  const ids: ClaimedId[] = [];
  await inTurns(products, (product) => {
    const key = keyOf(product.channel.id, product.source.sku);
    const former = stored.get(key);
    stored.delete(key);
    const listing = decideListing({ ...product, stored: former, now });
    if (listing === undefined) return;
    listings.push(listing);
    ids.push(...idsTouched(former, listing));
  });
  const deleted = [...stored.values()];
  const written = (await writeListings(client, workspaceId, listings)) + deleted.length;
  await deleteListings(client, workspaceId, deleted);
  // Without a write nothing is different: a listing that cannot be written would be noted again and again.
  return { written, ids: written === 0 ? [] : [...ids, ...idsOfDeleted(deleted)] };
}

/** The ids that products have or had whose listings are deleted. */
export const idsOfDeleted = (listings: readonly Listing[]): ClaimedId[] =>
  listings.flatMap((listing) => idsTouched(listing, undefined));

/**
 * The ids of a listing before and after a write. A SKU counts only if the product gets or loses it as its id. Another id
 * counts with every write, which may be based on what another worker changed meanwhile.
 */
function idsTouched(former: Listing | undefined, next: Listing | undefined): ClaimedId[] {
  const [before, after] = [former, next].map((listing) => listing && idOf(listing));
  const isOwn = (former ?? next)?.sku === before;
  if (before === after && isOwn) return [];
  const { channelId = "" } = former ?? next ?? {};
  return [...new Set([before, after])].flatMap((rowId) => (rowId === undefined ? [] : { channelId, rowId }));
}

async function listProducts({
  channels,
  sources,
  now,
}: Pick<Refresh, "channels" | "sources" | "now">): Promise<ListedProduct[]> {
  const listers = new Map(channels.map((channel) => [channel.id, { channel, list: createLister(channel, now) }]));
  const products: ListedProduct[] = [];
  await inTurns(sources, (source) => {
    const product = source.doc === null ? undefined : readDocument(source.doc);
    for (const channelId of source.channelIds) {
      const lister = listers.get(channelId);
      if (lister) products.push({ channel: lister.channel, source, listed: lister.list(product) });
    }
  });
  return products;
}

async function inTurns<T>(items: readonly T[], work: (item: T) => void): Promise<void> {
  let turnStartedMs = performance.now();
  for (const item of items) {
    work(item);
    if (performance.now() - turnStartedMs < TURN_MS) continue;
    await letOthersRun();
    turnStartedMs = performance.now();
  }
}

const keyOf = (channelId: Listing["channelId"], sku: string): string => `${channelId} ${sku}`;
