import type { TransactionClient } from "../database.js";

const TAKE = {
  name: "listings.take-work",
  text: `
    WITH first AS MATERIALIZED (
      SELECT coalesce(
        (SELECT workspace_id FROM listing_work WHERE workspace_id > $1 ORDER BY workspace_id LIMIT 1),
        (SELECT workspace_id FROM listing_work ORDER BY workspace_id LIMIT 1)) AS workspace_id
    ), taken AS MATERIALIZED (
      SELECT w.workspace_id, w.sku FROM listing_work w WHERE w.workspace_id = (SELECT workspace_id FROM first)
      ORDER BY w.sku LIMIT $2 FOR UPDATE SKIP LOCKED
    ), deleted AS (
      DELETE FROM listing_work w USING taken t WHERE w.workspace_id = t.workspace_id AND w.sku = t.sku
    )
    SELECT f.workspace_id, (SELECT coalesce(array_agg(sku), '{}') FROM taken) AS skus FROM first f
    WHERE f.workspace_id IS NOT NULL`,
};

/**
 * Claims noted products of the next workspace after the given one, so that a large workspace does not delay the others.
 * Committing the transaction deletes the notes. Undefined if nothing is noted. No SKUs if other workers have claimed
 * all of them.
 */
export async function claimListingWork(
  client: TransactionClient,
  { after, limit }: { after: string; limit: number },
): Promise<{ workspaceId: string; skus: string[] } | undefined> {
  const { rows } = await client.query<{ workspace_id: string; skus: string[] }>({ ...TAKE, values: [after, limit] });
  const [taken] = rows;
  return taken && { workspaceId: taken.workspace_id, skus: taken.skus };
}
