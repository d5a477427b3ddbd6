import type { TransactionClient } from "../database.js";
import { nextWorkspaceText, type TurnPlaces } from "../queues/turn-places.js";

const NEXT_WORKSPACE = { name: "listings.next-workspace", text: nextWorkspaceText("listing_work", "sku") };

const TAKE = {
  name: "listings.take-work",
  text: `
    WITH taken AS MATERIALIZED (
      SELECT ctid AS place, sku FROM listing_work WHERE workspace_id = $1 AND sku > $2
      ORDER BY sku LIMIT $3 FOR UPDATE SKIP LOCKED
    ), deleted AS (
      DELETE FROM listing_work WHERE ctid = ANY (ARRAY (SELECT place FROM taken))
    )
    SELECT sku FROM taken ORDER BY sku`,
};

interface Claim {
  readonly after: string;
  readonly limit: number;
  readonly places: TurnPlaces;
}

/**
 * Claims noted products of the next workspace after the given one, so that a large workspace does not delay the others.
 * Committing the transaction deletes the notes. Undefined if nothing is noted. No SKUs if other workers have claimed
 * all of them.
 */
export async function claimListingWork(
  client: TransactionClient,
  { after, limit, places }: Claim,
): Promise<{ workspaceId: string; skus: string[] } | undefined> {
  const values = [after, places.startOf(after)];
  const { rows } = await client.query<{ workspace_id: string | null }>({ ...NEXT_WORKSPACE, values });
  const workspaceId = rows[0]?.workspace_id ?? undefined;
  return workspaceId === undefined
    ? undefined
    : { workspaceId, skus: await take(client, workspaceId, { limit, places }) };
}

/** From the last turn of the workspace on; from its first product if there are no others. */
async function take(
  client: TransactionClient,
  workspaceId: string,
  { limit, places }: Omit<Claim, "after">,
): Promise<string[]> {
  const start = places.startOf(workspaceId);
  const { rows } = await client.query<{ sku: string }>({ ...TAKE, values: [workspaceId, start, limit] });
  const skus = rows.map(({ sku }) => sku);
  const last = skus.at(-1);
  if (last !== undefined && skus.length === limit) places.move(workspaceId, start, last);
  else places.forget(workspaceId);
  return skus.length === 0 && start !== "" ? take(client, workspaceId, { limit, places }) : skus;
}
