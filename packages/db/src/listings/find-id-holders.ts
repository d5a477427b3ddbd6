import type { Binding } from "@skucast/contracts/principal";
import { textArray } from "../array-parameter.js";
import { type Database, inWorkspace, type TransactionClient } from "../database.js";
import { claimantsSql, type IdClaim, ownerSql } from "./id-claims.js";

/** The stored listings of these products do not count: they are being computed. */
const NOT_COMPUTED = (sku: string): string => ` AND ${sku} NOT IN (SELECT unnest($5::text[]))`;

const FIND = {
  name: "listings.find-id-holders",
  text: `
    SELECT g.channel_id, g.row_id, coalesce(owner.sku, least(g.sku, stored.sku)) AS holder
    FROM (
      SELECT c.channel_id, c.row_id, min(c.sku) AS sku
      FROM unnest($2::text[], $3::text[], $4::text[]) AS c (channel_id, row_id, sku) GROUP BY 1, 2
    ) AS g
    LEFT JOIN LATERAL (${ownerSql("g", NOT_COMPUTED("o.sku"))}) AS owner ON true
    LEFT JOIN LATERAL (${claimantsSql("g", NOT_COMPUTED("l.sku"))} LIMIT 1) AS stored ON true`,
};

/** The product that has an id in a channel. */
export interface IdHolder extends Omit<IdClaim, "sku"> {
  readonly holder: string;
}

/**
 * Finds which product has each id that is claimed: the product whose SKU it is if its row is valid, otherwise the first
 * one in the order of the SKUs. Of the products in `computed`, only `claims` count, and no listing.
 */
export async function findIdHolders(
  client: TransactionClient,
  workspaceId: string,
  { claims, computed }: { readonly claims: readonly IdClaim[]; readonly computed: readonly string[] },
): Promise<IdHolder[]> {
  if (claims.length === 0) return [];
  const column = (name: keyof IdClaim) => textArray(claims.map((claim) => claim[name]));
  const { rows } = await client.query<{ channel_id: string; row_id: string; holder: string }>({
    ...FIND,
    values: [workspaceId, column("channelId"), column("rowId"), column("sku"), textArray(computed)],
  });
  return rows.map(({ channel_id, row_id, holder }) => ({ channelId: channel_id, rowId: row_id, holder }));
}

/** The same for ids that one product claims now in some channels, as the actor sees the other products. */
export const findIdHoldersOf = (db: Database, binding: Binding, claims: readonly IdClaim[]): Promise<IdHolder[]> =>
  claims.length === 0
    ? Promise.resolve([])
    : inWorkspace(db, binding, (client) =>
        findIdHolders(client, binding.workspaceId, { claims, computed: claims.map(({ sku }) => sku) }),
      );
