import { inSystem } from "@skucast/db/database";
import { noteWrongHolders } from "@skucast/db/listings/note-wrong-holders";
import { readListingChannels } from "@skucast/db/listings/read-listing-channels";
import { readListingSources } from "@skucast/db/listings/read-listing-sources";
import { readStoredListings } from "@skucast/db/listings/read-stored-listings";
import { type ClaimLimits, claimListingWork } from "@skucast/db/listings/take-listing-work";
import type { TurnPlaces } from "@skucast/db/queues/turn-places";
import type { ExporterContext } from "../context.js";
import { type RefreshedListings, refreshListings } from "./refresh-listings.js";
import { isPublic, refreshPublicWords } from "./refresh-public-words.js";

/** Limits of a transaction. A step waits for its statements longer than it works, so larger ones end sooner together. */
const LIMITS: ClaimLimits = { products: 500, listings: 20_000 };

export interface ProcessedListings {
  readonly workspaceId: string;
  readonly written: number;
}

/**
 * Recreates the listings of pending products of one workspace, in one transaction: if it does not commit, the products stay
 * pending. Starts with the workspace that follows `after`. Undefined when nothing is pending, or when other workers have
 * locked all of it. Calls `onWorkspace` before any work on the workspace can fail.
 */
export async function processPendingListings(
  ctx: Pick<ExporterContext, "db" | "clock">,
  { after, places }: { readonly after: string; readonly places: TurnPlaces },
  onWorkspace: (workspaceId: string) => void = () => undefined,
): Promise<ProcessedListings | undefined> {
  const processed = await processInTransaction(ctx, { after, places }, onWorkspace);
  if (processed === undefined) return undefined;
  const { workspaceId, written, ids } = processed;
  await noteWrongHolders(ctx.db, workspaceId, ids);
  return { workspaceId, written };
}

function processInTransaction(
  ctx: Pick<ExporterContext, "db" | "clock">,
  { after, places }: { readonly after: string; readonly places: TurnPlaces },
  onWorkspace: (workspaceId: string) => void,
): Promise<(RefreshedListings & Pick<ProcessedListings, "workspaceId">) | undefined> {
  return inSystem(ctx.db, async (client) => {
    const work = await claimListingWork(client, { after, limits: LIMITS, places });
    if (work === undefined || work.skus.length === 0) return undefined;
    const { workspaceId, skus } = work;
    onWorkspace(workspaceId);
    const channels = await readListingChannels(ctx.db, client, { workspaceId });
    const sources = await readListingSources(client, workspaceId, skus);
    const stored = await readStoredListings(client, workspaceId, { channelIds: channels.map(({ id }) => id), skus });
    const now = ctx.clock.now();
    const refreshed = await refreshListings(client, { workspaceId, channels, sources, stored, now });
    for (const channel of channels.filter(isPublic)) {
      const selected = sources.filter(({ channelIds }) => channelIds.includes(channel.id)).map(({ sku }) => sku);
      await refreshPublicWords(client, { workspaceId, channel, skus: selected, scope: { skus }, now });
    }
    return { workspaceId, ...refreshed };
  });
}
