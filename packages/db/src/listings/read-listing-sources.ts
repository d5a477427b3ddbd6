import type { Channel } from "@skucast/contracts/channels/channel";
import type { TransactionClient } from "../database.js";
import { channelConditions } from "../products/channel-conditions.js";
import { selectionSql } from "../products/selection.js";

/** A product, with the channels that select it. */
export interface ListingSource {
  readonly sku: string;
  readonly version: number;
  readonly updatedAt: Date;
  /** Its JSON. Null if it is not an active product. */
  readonly doc: string | null;
  /** The channels that publish it. */
  readonly channelIds: readonly string[];
}

interface Row {
  sku: string;
  version: string;
  updated_at: Date;
  doc: string | null;
  channel_ids: string[];
}

const BY_SKU = {
  name: "listings.sources-by-sku",
  text: `
    SELECT p.sku, p.version, p.updated_at,
           CASE WHEN p.deleted_at IS NULL AND p.status = 'active' THEN p.doc END AS doc,
           CASE WHEN p.deleted_at IS NULL AND p.status = 'active' THEN ARRAY(
             SELECT c.id FROM channels c WHERE c.workspace_id = p.workspace_id AND c.status <> 'archived'
               AND channel_selects(c.selection, p.sku, p.availability, p.brand, p.doc)) ELSE '{}' END AS channel_ids
    FROM products p WHERE p.workspace_id = $1 AND p.sku = ANY ($2::text[])`,
};

/** The products with these SKUs, including deleted ones, with all channels that select them. */
export async function readListingSources(
  client: TransactionClient,
  workspaceId: string,
  skus: readonly string[],
): Promise<ListingSource[]> {
  const { rows } = await client.query<Row>({ ...BY_SKU, values: [workspaceId, skus] });
  return rows.map(sourceOf);
}

/**
 * The active products after a SKU, in order, with whether the channel selects each. If there are fewer than the limit,
 * they are the last ones.
 */
export async function walkListingSources(
  client: TransactionClient,
  workspaceId: string,
  { channel, after, limit }: { channel: Pick<Channel, "id" | "selection">; after: string; limit: number },
): Promise<ListingSource[]> {
  const { status: _status, ...narrowing } = channelConditions(channel.selection);
  const { sql, values } = selectionSql([narrowing], 5);
  const { rows } = await client.query<Row>(
    `SELECT p.sku, p.version, p.updated_at, p.doc, CASE WHEN ${sql} THEN ARRAY[$4::text] ELSE '{}' END AS channel_ids
     FROM products p WHERE p.workspace_id = $1 AND p.sku > $2 AND p.deleted_at IS NULL AND p.status = 'active'
     ORDER BY p.sku LIMIT $3`,
    [workspaceId, after, limit, channel.id, ...values],
  );
  return rows.map(sourceOf);
}

const sourceOf = ({ sku, version, updated_at, doc, channel_ids }: Row): ListingSource => ({
  sku,
  version: Number(version),
  updatedAt: updated_at,
  doc,
  channelIds: channel_ids,
});
