import { type Database, inSystem, type TransactionClient } from "@skucast/db/database";
import { deleteListings } from "@skucast/db/listings/delete-listings";
import {
  advanceWalk,
  claimWalk,
  completeWalk,
  endWalk,
  type ListingWalk,
  postponeWalk,
} from "@skucast/db/listings/listing-walks";
import { noteWrongHolders } from "@skucast/db/listings/note-wrong-holders";
import { deletePublicWords } from "@skucast/db/listings/public-words";
import { type ListingChannel, readListingChannels } from "@skucast/db/listings/read-listing-channels";
import { type ListingSource, walkListingSources } from "@skucast/db/listings/read-listing-sources";
import { readListingRange } from "@skucast/db/listings/read-stored-listings";
import type { Listing } from "@skucast/db/listings/write-listings";
import type { ExporterContext } from "../context.js";
import { idsOfDeleted, type RefreshedListings, refreshListings } from "./refresh-listings.js";
import { refreshPublicWords } from "./refresh-public-words.js";

const PRODUCTS_MAX = 500;
/** Stored listings that one step examines. There can be more than products if many of the products no longer exist. */
const STORED_MAX = 5_000;

/**
 * Does one step of the walk that has waited longest: a bounded number of products, in one transaction with the walk's new
 * position, so that a worker that dies has done all of it or nothing. Returns how many listings were written; undefined
 * when no walk is due. When the step throws, its walk is postponed behind the others.
 */
export async function stepWalk(ctx: Pick<ExporterContext, "db" | "clock">): Promise<number | undefined> {
  let walk: ListingWalk | undefined;
  try {
    const refreshed = await inSystem(ctx.db, async (client) => {
      walk = await claimWalk(client);
      if (walk === undefined) return undefined;
      const [channel] = await readListingChannels(ctx.db, client, walk);
      if (channel === undefined || channel.status === "archived") return clear(client, walk, channel);
      return step(client, walk, channel, ctx.clock.now());
    });
    if (walk && refreshed) await noteWrongHolders(ctx.db, walk.workspaceId, refreshed.ids);
    return refreshed?.written;
  } catch (error) {
    if (walk) await postpone(ctx.db, walk);
    throw error;
  }
}

/** Ignores its own failure: the caller throws the error of the step. */
async function postpone(db: Database, walk: ListingWalk): Promise<void> {
  await inSystem(db, (client) => postponeWalk(client, walk)).catch(() => undefined);
}

/** A channel that was deleted or archived publishes nothing. */
async function clear(
  client: TransactionClient,
  walk: ListingWalk,
  channel: ListingChannel | undefined,
): Promise<RefreshedListings> {
  const { workspaceId, channelId } = walk;
  const stored = await readListingRange(client, workspaceId, { channelId, after: "", last: null, limit: STORED_MAX });
  await deleteListings(client, workspaceId, stored);
  await deletePublicWords(client, workspaceId, channelId);
  if (stored.length === STORED_MAX) await advanceWalk(client, walk, "");
  else if (channel === undefined) await endWalk(client, walk);
  else await completeWalk(client, walk);
  return { written: stored.length, ids: [] };
}

async function step(
  client: TransactionClient,
  walk: ListingWalk,
  channel: ListingChannel,
  now: Date,
): Promise<RefreshedListings> {
  const { workspaceId, channelId, after } = walk;
  const sources = await walkListingSources(client, workspaceId, { channel, after, limit: PRODUCTS_MAX });
  const last = sources.length < PRODUCTS_MAX ? null : (sources.at(-1)?.sku ?? null);
  const stored = await readListingRange(client, workspaceId, { channelId, after, last, limit: STORED_MAX });
  if (stored.length === STORED_MAX) return deleteOrphans(client, walk, { stored, sources });
  const refreshed = await refreshListings(client, { workspaceId, channels: [channel], sources, stored, now });
  const skus = sources.filter(({ channelIds }) => channelIds.length > 0).map(({ sku }) => sku);
  await refreshPublicWords(client, { workspaceId, channel, skus, scope: { after, last }, now });
  if (last === null) await completeWalk(client, walk);
  else await advanceWalk(client, walk, last);
  return refreshed;
}

/** There are more stored listings than products: deletes those without a product first, and repeats the step. */
async function deleteOrphans(
  client: TransactionClient,
  walk: ListingWalk,
  { stored, sources }: { stored: readonly Listing[]; sources: readonly ListingSource[] },
): Promise<RefreshedListings> {
  const skus = new Set(sources.map(({ sku }) => sku));
  const orphans = stored.filter(({ sku }) => !skus.has(sku));
  await deleteListings(client, walk.workspaceId, orphans);
  await advanceWalk(client, walk, walk.after);
  return { written: orphans.length, ids: idsOfDeleted(orphans) };
}
