import type { Listing } from "./write-listings.js";

/** A product whose row has an id that is not its SKU. */
export interface IdClaim extends Pick<Listing, "channelId" | "sku"> {
  readonly rowId: string;
}

/** An id in a channel. */
export type ClaimedId = Pick<IdClaim, "channelId" | "rowId">;

/** The SQL of the product that has the id because it is its SKU, as a listing of `place`. */
export const ownerSql = (place: string, more = ""): string => `
  SELECT o.sku FROM listings o
  WHERE o.workspace_id = $1 AND o.channel_id = ${place}.channel_id AND o.sku = ${place}.row_id
    AND o.row_id IS NULL AND o.is_valid${more}`;

/** The SQL of the products with the id in their rows, in the order in which they may have it. */
export const claimantsSql = (place: string, more = ""): string => `
  SELECT l.sku, l.id_holder FROM listings l
  WHERE l.workspace_id = $1 AND l.channel_id = ${place}.channel_id AND l.row_id = ${place}.row_id
    AND l.row_id IS NOT NULL${more}
  ORDER BY l.sku`;

/** The id of a product's row, by a key that no other id has; undefined without a row that is valid but for its id. */
export const idOf = ({ sku, rowId, isValid }: Pick<Listing, "sku" | "rowId" | "isValid">): string | undefined =>
  rowId ?? (isValid ? sku : undefined);
