import { boolArray, byteaArray, int8Array, textArray, timestamptzArray } from "../array-parameter.js";
import type { TransactionClient } from "../database.js";

/** What a channel would publish of a product. */
export interface Listing {
  readonly channelId: string;
  readonly sku: string;
  /** Version of the product that the listing was computed from. */
  readonly productVersion: number;
  readonly isValid: boolean;
  /** Hash of the cells of the row. Null if the row is not in the file. */
  readonly rowHash: Uint8Array | null;
  /** The issues of the row as JSON. Null if there are none. */
  readonly issues: string | null;
  /** When the row last changed. */
  readonly changedAt: Date;
  /** Since when there is a valid row. Null if there is none. */
  readonly validSince: Date | null;
  /** When the row changes without a write, because a sale starts or ends. */
  readonly nextChangeAt: Date | null;
  /**
   * The key of the id in the row, if it is not the SKU and the row is valid but for another product with the same id.
   * Null for any other.
   */
  readonly rowId: string | null;
  /** SKU of the other product that has this id. Null if there is none. */
  readonly idHolder: string | null;
}

/** A listing with the revision of the channel that it was computed with. */
export interface NewListing extends Listing {
  readonly revision: number;
}

const WRITE = {
  name: "listings.write",
  text: `
    INSERT INTO listings AS l (workspace_id, channel_id, sku, product_version, is_valid, row_hash, issues, changed_at, valid_since, next_change_at,
      row_id, id_holder)
    SELECT $1, g.channel_id, g.sku, g.product_version, g.is_valid, g.row_hash, g.issues, g.changed_at, g.valid_since, g.next_change_at,
      g.row_id, g.id_holder
    FROM unnest($2::text[], $3::bigint[], $4::text[], $5::bigint[], $6::boolean[], $7::bytea[], $8::text[], $9::timestamptz[], $10::timestamptz[], $11::timestamptz[],
        $12::text[], $13::text[])
      AS g (channel_id, revision, sku, product_version, is_valid, row_hash, issues, changed_at, valid_since, next_change_at,
        row_id, id_holder)
    JOIN listing_walks w ON w.workspace_id = $1 AND w.channel_id = g.channel_id AND w.revision = g.revision
    JOIN products p ON p.workspace_id = $1 AND p.sku = g.sku AND p.version = g.product_version AND p.deleted_at IS NULL
    ORDER BY g.channel_id, g.sku
    ON CONFLICT (workspace_id, channel_id, sku) DO UPDATE SET
      product_version = excluded.product_version, is_valid = excluded.is_valid, row_hash = excluded.row_hash,
      issues = excluded.issues, changed_at = excluded.changed_at, valid_since = excluded.valid_since,
      next_change_at = excluded.next_change_at, row_id = excluded.row_id, id_holder = excluded.id_holder
    WHERE l.product_version <= excluded.product_version`,
};

/**
 * Writes listings. Those of a product or channel that has changed since are left out, because the change causes them to
 * be computed again. Rows are written in a fixed order, so that two workers cannot deadlock. Returns how many were written.
 */
export async function writeListings(
  client: TransactionClient,
  workspaceId: string,
  listings: readonly NewListing[],
): Promise<number> {
  if (listings.length === 0) return 0;
  const column = <K extends keyof NewListing>(name: K): NewListing[K][] => listings.map((listing) => listing[name]);
  const { rowCount } = await client.query({
    ...WRITE,
    values: [
      workspaceId,
      textArray(column("channelId")),
      int8Array(column("revision")),
      textArray(column("sku")),
      int8Array(column("productVersion")),
      boolArray(column("isValid")),
      byteaArray(column("rowHash")),
      textArray(column("issues")),
      timestamptzArray(column("changedAt")),
      timestamptzArray(column("validSince")),
      timestamptzArray(column("nextChangeAt")),
      textArray(column("rowId")),
      textArray(column("idHolder")),
    ],
  });
  return rowCount ?? 0;
}
