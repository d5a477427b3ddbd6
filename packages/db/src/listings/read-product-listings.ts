import type { Binding } from "@skucast/contracts/principal";
import { type Database, inWorkspace, type TransactionClient } from "../database.js";
import { exclusionsSql, type ProductConditions } from "../products/selection.js";
import { readStoredListings } from "./read-stored-listings.js";
import type { Listing } from "./write-listings.js";

/**
 * When the rows of a feed's live files were read, when the files were finished, and when its last held run read rows.
 */
export interface Publication {
  readonly channelId: string;
  readonly liveFrom: Date | null;
  readonly liveAt: Date | null;
  readonly heldFrom: Date | null;
}

export interface ProductListings {
  readonly doc: string;
  readonly updatedAt: Date;
  /** For each channel, in order, the conditions that exclude the product. Empty if it is selected. */
  readonly exclusions: readonly (readonly string[])[];
  readonly stored: readonly Listing[];
  readonly publications: readonly Publication[];
}

interface ListingQuery {
  readonly binding: Binding;
  readonly sku: string;
  readonly channels: readonly { readonly id: string; readonly conditions: ProductConditions }[];
}

/** The listings of a product in some channels, as the actor sees them. Undefined if there is no such product. */
export function readProductListings(
  db: Database,
  { binding, sku, channels }: ListingQuery,
): Promise<ProductListings | undefined> {
  const { workspaceId } = binding;
  return inWorkspace(db, binding, async (client) => {
    const product = await readProduct(client, workspaceId, { sku, channels });
    if (product === undefined) return undefined;
    const channelIds = channels.map(({ id }) => id);
    const stored = await readStoredListings(client, workspaceId, { channelIds, skus: [sku] });
    return { ...product, stored, publications: await readPublications(client, workspaceId, channelIds) };
  });
}

async function readProduct(
  client: TransactionClient,
  workspaceId: string,
  { sku, channels }: Pick<ListingQuery, "sku" | "channels">,
) {
  const values: unknown[] = [workspaceId, sku];
  const columns = channels.map(({ conditions }, place) => {
    const { sql, values: own } = exclusionsSql(conditions, values.length + 1);
    values.push(...own);
    return `, ${sql} AS x${place}`;
  });
  const { rows } = await client.query<Record<string, unknown>>(
    `SELECT p.doc, p.updated_at${columns.join("")} FROM products p
     WHERE p.workspace_id = $1 AND p.sku = $2 AND p.deleted_at IS NULL`,
    values,
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const exclusions = channels.map((_channel, place) => row[`x${place}`] as string[]);
  return { doc: String(row.doc), updatedAt: row.updated_at as Date, exclusions };
}

/**
 * A skipped run found that the live files would be built the same again. After a rollback the live run is an older one:
 * runs that were skipped after a newer run were compared with that run.
 */
const PUBLICATIONS = {
  name: "listings.publications",
  text: `
    SELECT f.channel_id, held.started_at AS held_from,
           greatest(live.started_at, skipped.started_at) AS live_from, greatest(live.finished_at, skipped.finished_at) AS live_at
    FROM feeds f
    LEFT JOIN runs live ON live.workspace_id = f.workspace_id AND live.id = f.live_run_id
    LEFT JOIN LATERAL (
      SELECT r.started_at, r.finished_at FROM runs r WHERE r.workspace_id = f.workspace_id AND r.feed_id = f.id
        AND r.status = 'skipped' AND r.started_at IS NOT NULL AND r.id > f.live_run_id AND NOT EXISTS (
          SELECT FROM runs o WHERE o.workspace_id = f.workspace_id AND o.feed_id = f.id
            AND o.id > f.live_run_id AND o.id < r.id AND o.status IN ('succeeded', 'succeeded_with_errors'))
      ORDER BY r.id DESC LIMIT 1
    ) skipped ON true
    LEFT JOIN LATERAL (
      SELECT r.started_at FROM runs r WHERE r.workspace_id = f.workspace_id AND r.feed_id = f.id
        AND r.status = 'held' ORDER BY r.id DESC LIMIT 1
    ) held ON true
    WHERE f.workspace_id = $1 AND f.channel_id = ANY ($2::text[]) AND f.status <> 'archived'`,
};

async function readPublications(
  client: TransactionClient,
  workspaceId: string,
  channelIds: readonly string[],
): Promise<Publication[]> {
  const { rows } = await client.query<{
    channel_id: string;
    live_from: Date | null;
    live_at: Date | null;
    held_from: Date | null;
  }>({ ...PUBLICATIONS, values: [workspaceId, channelIds] });
  return rows.map(({ channel_id, live_from, live_at, held_from }) => ({
    channelId: channel_id,
    liveFrom: live_from,
    liveAt: live_at,
    heldFrom: held_from,
  }));
}
