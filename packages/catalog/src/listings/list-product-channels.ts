import type { ProductChannel } from "@skucast/contracts/listings/listing";
import { bindingOf } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import { findIdHoldersOf } from "@skucast/db/listings/find-id-holders";
import { type ProductListings, readProductListings } from "@skucast/db/listings/read-product-listings";
import { channelConditions } from "@skucast/db/products/channel-conditions";
import { changedSince } from "@skucast/profiles/channel/changed-since";
import { createLister, type ProductListing, withIdOf } from "@skucast/profiles/channel/list-product";
import { readDocument, runIssueOf } from "@skucast/profiles/channel/map-document";
import { chosenProfile } from "@skucast/profiles/profiles/profile-of";
import type { Call } from "../call.js";
import type { DefinedChannel } from "../channels/get-channel.js";
import { listDefinedChannels } from "../channels/list-channels.js";
import { lookupTablesOf } from "../lookup-tables/with-lookup-tables.js";
import { mapInSlices } from "../map-in-slices.js";
import type { Page, PageRequest } from "../page.js";
import { requireScope } from "../require-scope.js";
import { listingStatus } from "./listing-status.js";

/**
 * A page of the product's status in each channel that is not archived. It is derived from the current product. Only the
 * times, and whether another product has the same id, come from the listings that workers maintain, which may lag slightly.
 * Throws not_found.
 */
export async function listProductChannels(call: Call<PageRequest & { sku: string }>): Promise<Page<ProductChannel>> {
  const { ctx, principal, input } = call;
  const { sku } = input;
  requireScope(principal, "products:read");
  const { items, next } = await listDefinedChannels(call);
  const channels = items.filter(({ status }) => status !== "archived");
  const known = await readProductListings(ctx.db, {
    binding: bindingOf(principal),
    sku,
    channels: channels.map(({ id, selection }) => ({ id, conditions: channelConditions(selection) })),
  });
  if (known === undefined) throw new Problem("not_found", `There is no product with the SKU ${sku}.`);
  const product = readDocument(known.doc);
  const lookupTables = await lookupTablesOf(call, channels);
  const now = ctx.clock.now();
  const listIn = (channel: DefinedChannel) => ({
    channel,
    listed: createLister({ ...channel, lookupTables }, now)(product),
  });
  const listings = await withUniqueIds(
    call,
    await mapInSlices(channels, listIn, { turn: () => ctx.turns.next(principal.workspaceId) }),
  );
  return {
    items: listings.map(({ channel, listed }, index) =>
      productChannelOf({ sku, channel, known, listed, reasons: known.exclusions[index] ?? [], now }),
    ),
    next,
  };
}

interface ListedInChannel {
  readonly channel: DefinedChannel;
  readonly listed: ProductListing;
}

/** Adds an error to the product in each channel in which another product has its id. */
async function withUniqueIds(
  { ctx, principal, input: { sku } }: Call<{ sku: string }>,
  listings: readonly ListedInChannel[],
): Promise<readonly ListedInChannel[]> {
  const claims = listings.flatMap(({ channel, listed: { rowId } }) =>
    rowId === null ? [] : { channelId: channel.id, sku, rowId: rowId.key },
  );
  const found = await findIdHoldersOf(ctx.db, bindingOf(principal), claims);
  const holders = new Map(found.map(({ channelId, holder }) => [channelId, holder]));
  return listings.map(({ channel, listed }) => {
    const holder = holders.get(channel.id);
    return { channel, listed: holder === undefined || holder === sku ? listed : withIdOf(holder, listed) };
  });
}

interface Facts {
  readonly sku: string;
  readonly channel: DefinedChannel;
  readonly known: ProductListings;
  readonly listed: ProductListing;
  readonly reasons: readonly string[];
  readonly now: Date;
}

function productChannelOf({ sku, channel, known, listed, reasons, now }: Facts): ProductChannel {
  const isUnselected = reasons.length > 0;
  const isExcluded = isUnselected || listed.isExcluded;
  const former = known.stored.find(({ channelId }) => channelId === channel.id);
  const since = changedSince(listed, former, { causes: [known.updatedAt, new Date(channel.updated_at)], now });
  const publications = known.publications.filter(({ channelId }) => channelId === channel.id);
  const { status, lastPublishedAt } = listingStatus({
    isExcluded,
    isValid: listed.isValid,
    publications,
    changedAt: since.changedAt,
    validSince: since.validSince ?? former?.validSince ?? null,
  });
  return {
    channel_id: channel.id,
    channel_name: channel.name,
    channel_status: channel.status,
    profile: channel.profile,
    status,
    reasons: isUnselected || !isExcluded ? [...reasons] : ["rule"],
    issues: isUnselected ? [] : listed.issues.map((issue) => runIssueOf(issue, sku, chosenProfile(channel))),
    row_hash: isExcluded ? null : (listed.rowHash?.toString("hex") ?? null),
    changed_at: isExcluded ? null : since.changedAt.toISOString(),
    last_published_at: lastPublishedAt?.toISOString() ?? null,
    next_change_at: isExcluded ? null : (listed.nextChangeAt?.toISOString() ?? null),
  };
}
