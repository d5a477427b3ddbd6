import type { Channel } from "@skucast/contracts/channels/channel";
import type { ProductChannel } from "@skucast/contracts/listings/listing";
import { bindingOf } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import { type ProductListings, readProductListings } from "@skucast/db/listings/read-product-listings";
import { channelConditions } from "@skucast/db/products/channel-conditions";
import { changedSince } from "@skucast/profiles/channel/changed-since";
import { createLister } from "@skucast/profiles/channel/list-product";
import { readDocument, runIssueOf } from "@skucast/profiles/channel/map-document";
import { chosenProfile } from "@skucast/profiles/profiles/profile-of";
import type { Call } from "../call.js";
import { listChannels } from "../channels/list-channels.js";
import { lookupTablesOf } from "../lookup-tables/with-lookup-tables.js";
import { mapInSlices } from "../map-in-slices.js";
import type { Page, PageRequest } from "../page.js";
import { requireScope } from "../require-scope.js";
import { listingStatus } from "./listing-status.js";

/**
 * A page of the product's status in each channel that is not archived. It is derived from the current product. Only the
 * times come from the listings that workers maintain, which may lag slightly. Throws not_found.
 */
export async function listProductChannels(call: Call<PageRequest & { sku: string }>): Promise<Page<ProductChannel>> {
  const { ctx, principal, input } = call;
  const { sku } = input;
  requireScope(principal, "products:read");
  const { items, next } = await listChannels(call);
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
  const statusIn = (channel: Channel, index: number) => {
    const listed = createLister({ ...channel, lookupTables }, now)(product);
    return productChannelOf({ sku, channel, known, listed, reasons: known.exclusions[index] ?? [] });
  };
  return { items: await mapInSlices(channels, statusIn, {}), next };
}

interface Facts {
  readonly sku: string;
  readonly channel: Channel;
  readonly known: ProductListings;
  readonly listed: ReturnType<ReturnType<typeof createLister>>;
  readonly reasons: readonly string[];
}

function productChannelOf({ sku, channel, known, listed, reasons }: Facts): ProductChannel {
  const isUnselected = reasons.length > 0;
  const isExcluded = isUnselected || listed.isExcluded;
  const former = known.stored.find(({ channelId }) => channelId === channel.id);
  const since = changedSince(listed, former, [known.updatedAt, new Date(channel.updated_at)]);
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
