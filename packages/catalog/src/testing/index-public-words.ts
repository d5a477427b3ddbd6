import { type Database, inSystem } from "@skucast/db/database";
import { readPublicSources, writePublicWords } from "@skucast/db/listings/public-words";
import { readListingChannels } from "@skucast/db/listings/read-listing-channels";
import { walkListingSources } from "@skucast/db/listings/read-listing-sources";
import { publicProductsOf } from "@skucast/profiles/channel/public-product";
import { publicWordsOf } from "@skucast/profiles/channel/public-words";

const PRODUCTS_MAX = 1_000;

/** Indexes the words of all public products, as the listings workers do. */
export async function indexPublicWords(db: Database): Promise<void> {
  const { rows } = await db.system.query<{ workspace_id: string; id: string }>(
    "SELECT workspace_id, id FROM channels WHERE in_public_directory AND status = 'active'",
  );
  for (const { workspace_id, id } of rows) await settle(db, workspace_id, id);
}

function settle(db: Database, workspaceId: string, channelId: string): Promise<void> {
  return inSystem(db, async (client) => {
    const [channel] = await readListingChannels(db, client, { workspaceId, channelId });
    if (channel === undefined) return;
    const walked = await walkListingSources(client, workspaceId, { channel, after: "", limit: PRODUCTS_MAX });
    const skus = walked.filter(({ channelIds }) => channelIds.length > 0).map(({ sku }) => sku);
    const show = publicProductsOf(channel, new Date());
    const words = (await readPublicSources(client, workspaceId, { channelId, skus })).flatMap((source) => {
      const product = show({ ...source, doc: source.doc ?? "{}" });
      if (product === null) return [];
      const shown = { words: publicWordsOf(product), availability: String(product.fields.availability) };
      return [{ sku: source.sku, productVersion: source.version, ...shown }];
    });
    const { revision } = channel;
    await writePublicWords(client, workspaceId, { channelId, revision, scope: { after: "", last: null }, words });
  });
}
