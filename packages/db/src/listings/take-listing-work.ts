import type { TransactionClient } from "../database.js";
import { nextWorkspaceText, type TurnPlaces } from "../queues/turn-places.js";

const NEXT_WORKSPACE = { name: "listings.next-workspace", text: nextWorkspaceText("listing_work", "sku") };

/** Each product may be listed in every channel of its workspace, and each channel has a walk. */
const TAKE = {
  name: "listings.take-work",
  text: `
    WITH allowed AS MATERIALIZED (
      SELECT greatest(1, least($3, $4 / greatest(1, count(*)))) AS count FROM listing_walks WHERE workspace_id = $1
    ), taken AS MATERIALIZED (
      SELECT ctid AS place, sku FROM listing_work WHERE workspace_id = $1 AND sku > $2
      ORDER BY sku LIMIT (SELECT count FROM allowed) FOR UPDATE SKIP LOCKED
    ), deleted AS (
      DELETE FROM listing_work WHERE ctid = ANY (ARRAY (SELECT place FROM taken))
    )
    SELECT sku, (SELECT count FROM allowed) = count(*) OVER () AS is_full FROM taken ORDER BY sku`,
};

/** Limits of a claim. */
export interface ClaimLimits {
  readonly products: number;
  readonly listings: number;
}

interface Claim {
  readonly after: string;
  readonly limits: ClaimLimits;
  readonly places: TurnPlaces;
}

/**
 * Claims noted products of the next workspace after the given one, so that a large workspace does not delay the others.
 * Committing the transaction deletes the notes. Undefined if nothing is noted. No SKUs if other workers have claimed
 * all of them.
 */
export async function claimListingWork(
  client: TransactionClient,
  { after, limits, places }: Claim,
): Promise<{ workspaceId: string; skus: string[] } | undefined> {
  const values = [after, places.startOf(after)];
  const { rows } = await client.query<{ workspace_id: string | null }>({ ...NEXT_WORKSPACE, values });
  const workspaceId = rows[0]?.workspace_id ?? undefined;
  return workspaceId === undefined
    ? undefined
    : { workspaceId, skus: await take(client, workspaceId, { limits, places }) };
}

/** From the last turn of the workspace on; from its first product if there are no others. */
async function take(
  client: TransactionClient,
  workspaceId: string,
  { limits, places }: Omit<Claim, "after">,
): Promise<string[]> {
  const start = places.startOf(workspaceId);
  const values = [workspaceId, start, limits.products, limits.listings];
  const { rows } = await client.query<{ sku: string; is_full: boolean }>({ ...TAKE, values });
  const last = rows.at(-1);
  if (last?.is_full) places.move(workspaceId, start, last.sku);
  else places.forget(workspaceId);
  return rows.length === 0 && start !== "" ? take(client, workspaceId, { limits, places }) : rows.map(({ sku }) => sku);
}
