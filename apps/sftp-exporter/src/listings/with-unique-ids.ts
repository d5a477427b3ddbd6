import type { TransactionClient } from "@skucast/db/database";
import { findIdHolders } from "@skucast/db/listings/find-id-holders";
import type { IdClaim } from "@skucast/db/listings/id-claims";
import type { ListingChannel } from "@skucast/db/listings/read-listing-channels";
import type { ListingSource } from "@skucast/db/listings/read-listing-sources";
import { type ProductListing, withIdOf } from "@skucast/profiles/channel/list-product";

/** A product as its channel would publish it. */
export interface ListedProduct {
  readonly channel: ListingChannel;
  readonly source: ListingSource;
  readonly listed: ProductListing;
}

interface Listed {
  readonly products: readonly ListedProduct[];
  /** SKUs of the products whose stored listings do not count, because the transaction writes or deletes them. */
  readonly computed: readonly string[];
}

/**
 * Adds an error to each product whose id another product has, of the given ones or of the stored listings. Reads nothing if
 * the ids of all given products are their SKUs.
 */
export async function withUniqueIds(
  client: TransactionClient,
  workspaceId: string,
  { products, computed }: Listed,
): Promise<readonly ListedProduct[]> {
  const claims = products.flatMap(claimOf);
  if (claims.length === 0) return products;
  const found = await findIdHolders(client, workspaceId, { claims, computed });
  const holders = new Map(found.map(({ channelId, rowId, holder }) => [keyOf(channelId, rowId), holder]));
  const owners = new Set(
    products.flatMap(({ channel, source, listed }) =>
      listed.isValid && listed.rowId === null ? [keyOf(channel.id, source.sku)] : [],
    ),
  );
  return products.map((product) => {
    const [claim] = claimOf(product);
    if (claim === undefined) return product;
    const key = keyOf(claim.channelId, claim.rowId);
    const holder = owners.has(key) ? claim.rowId : holders.get(key);
    if (holder === undefined || holder === claim.sku) return product;
    return { ...product, listed: withIdOf(holder, product.listed) };
  });
}

const claimOf = ({ channel, source, listed }: ListedProduct): IdClaim[] =>
  listed.rowId === null ? [] : [{ channelId: channel.id, sku: source.sku, rowId: listed.rowId.key }];

const keyOf = (channelId: string, rowId: string): string => `${channelId} ${rowId}`;
