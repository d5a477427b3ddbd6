import type { TransactionClient } from "../database.js";
import type { Listing } from "./write-listings.js";

interface Row {
  channel_id: string;
  sku: string;
  product_version: string;
  is_valid: boolean;
  row_hash: Buffer | null;
  issues: string | null;
  changed_at: Date;
  valid_since: Date | null;
  next_change_at: Date | null;
  row_id: string | null;
  id_holder: string | null;
}

const COLUMNS =
  "channel_id, sku, product_version, is_valid, row_hash, issues, changed_at, valid_since, next_change_at, row_id, id_holder";

const BY_SKU = {
  name: "listings.stored-by-sku",
  text: `SELECT ${COLUMNS} FROM listings WHERE workspace_id = $1 AND channel_id = ANY ($2::text[]) AND sku = ANY ($3::text[])`,
};

/** The listings of some products in some channels. */
export async function readStoredListings(
  client: TransactionClient,
  workspaceId: string,
  { channelIds, skus }: { channelIds: readonly string[]; skus: readonly string[] },
): Promise<Listing[]> {
  const { rows } = await client.query<Row>({ ...BY_SKU, values: [workspaceId, channelIds, skus] });
  return rows.map(listingOf);
}

interface Range {
  readonly channelId: string;
  readonly after: string;
  /** Null for the end of the channel. */
  readonly last: string | null;
  readonly limit: number;
}

/** Two statements, because an optional bound would not be used to search the index. */
const inRange = (name: string, bound: string) => ({
  name: `listings.stored-${name}`,
  text: `
    SELECT ${COLUMNS} FROM listings WHERE workspace_id = $1 AND channel_id = $2 AND sku > $3${bound}
    ORDER BY workspace_id, channel_id, sku LIMIT $4`,
});
const UP_TO = inRange("up-to", " AND sku <= $5");
const TO_THE_END = inRange("to-the-end", "");

/** A channel's listings after one SKU and up to another, in order, up to a limit. */
export async function readListingRange(
  client: TransactionClient,
  workspaceId: string,
  { channelId, after, last, limit }: Range,
): Promise<Listing[]> {
  const values = [workspaceId, channelId, after, limit];
  const query = last === null ? { ...TO_THE_END, values } : { ...UP_TO, values: [...values, last] };
  return (await client.query<Row>(query)).rows.map(listingOf);
}

const listingOf = (row: Row): Listing => ({
  channelId: row.channel_id,
  sku: row.sku,
  productVersion: Number(row.product_version),
  isValid: row.is_valid,
  rowHash: row.row_hash,
  issues: row.issues,
  changedAt: row.changed_at,
  validSince: row.valid_since,
  nextChangeAt: row.next_change_at,
  rowId: row.row_id,
  idHolder: row.id_holder,
});
