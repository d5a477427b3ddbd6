import type { TransactionClient } from "@skucast/db/database";
import {
  type PublicScope,
  type PublicSource,
  type PublicWords,
  readPublicSources,
  writePublicWords,
} from "@skucast/db/listings/public-words";
import type { ListingChannel } from "@skucast/db/listings/read-listing-channels";
import { type PublicProduct, publicProductsOf } from "@skucast/profiles/channel/public-product";
import { publicWordsOf } from "@skucast/profiles/channel/public-words";

interface Refresh {
  readonly workspaceId: string;
  readonly channel: ListingChannel;
  /** Products that the channel selects. */
  readonly skus: readonly string[];
  /** All products that were examined. */
  readonly scope: PublicScope;
  readonly now: Date;
}

/** Whether the channel's products are in the public directory. */
export const isPublic = ({ in_public_directory, status }: Pick<ListingChannel, "in_public_directory" | "status">) =>
  in_public_directory && status === "active";

/** Recreates the search words of a channel's products from what the public directory shows of them. */
export async function refreshPublicWords(
  client: TransactionClient,
  { workspaceId, channel, skus, scope, now }: Refresh,
): Promise<void> {
  const { id: channelId, revision } = channel;
  const sources = isPublic(channel) ? await readPublicSources(client, workspaceId, { channelId, skus }) : [];
  const show = publicProductsOf(channel, now);
  const words = sources.flatMap(({ doc, ...source }) => {
    const product = doc === null ? null : show({ ...source, doc });
    return product === null ? [] : wordsOf(source, product);
  });
  await writePublicWords(client, workspaceId, { channelId, revision, scope, words });
}

function wordsOf({ sku, version }: Pick<PublicSource, "sku" | "version">, product: PublicProduct): PublicWords {
  const { availability } = product.fields;
  const words = publicWordsOf(product);
  return { sku, productVersion: version, words, availability: typeof availability === "string" ? availability : null };
}
