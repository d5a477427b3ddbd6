import type { Database, TransactionClient } from "../database.js";

/** A channel's walk through all products. It is locked until the transaction ends. */
export interface ListingWalk {
  readonly workspaceId: string;
  readonly channelId: string;
  readonly after: string;
}

const ANY = { name: "listings.any-walk", text: "SELECT FROM listing_walks WHERE due_at <= now() LIMIT 1" };

/** Whether a walk is due. Saves an idle worker a transaction. */
export async function isWalkDue({ system }: Database): Promise<boolean> {
  return (await system.query(ANY)).rowCount === 1;
}

const CLAIM = {
  name: "listings.claim-walk",
  text: `
    SELECT workspace_id, channel_id, after_sku FROM listing_walks WHERE due_at <= now()
    ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
};

/** The walk that has been due longest and that no other worker has locked. Undefined if none is due. */
export async function claimWalk(client: TransactionClient): Promise<ListingWalk | undefined> {
  const { rows } = await client.query<{ workspace_id: string; channel_id: string; after_sku: string }>(CLAIM);
  const [row] = rows;
  return row && { workspaceId: row.workspace_id, channelId: row.channel_id, after: row.after_sku };
}

const ADVANCE = {
  name: "listings.advance-walk",
  text: `UPDATE listing_walks SET after_sku = $3, due_at = now() WHERE workspace_id = $1 AND channel_id = $2`,
};

/** Stores the SKU after which the walk continues. The other due walks come first. */
export async function advanceWalk(
  client: TransactionClient,
  { workspaceId, channelId }: ListingWalk,
  after: string,
): Promise<void> {
  await client.query({ ...ADVANCE, values: [workspaceId, channelId, after] });
}

const POSTPONE = {
  name: "listings.postpone-walk",
  text: "UPDATE listing_walks SET due_at = now() + interval '10 seconds' WHERE workspace_id = $1 AND channel_id = $2",
};

/** Makes the walk due again, from its position, in 10 s, so that its error does not delay the other walks. */
export async function postponeWalk(client: TransactionClient, { workspaceId, channelId }: ListingWalk): Promise<void> {
  await client.query({ ...POSTPONE, values: [workspaceId, channelId] });
}

/** A finished walk restarts after 24 to 26 hours, so that walks of the same night spread out. */
const COMPLETE = {
  name: "listings.complete-walk",
  text: `
    UPDATE listing_walks SET after_sku = '', completed_at = now(), due_at = now() + interval '1 day' + random() * interval '2 hours'
    WHERE workspace_id = $1 AND channel_id = $2`,
};

export async function completeWalk(client: TransactionClient, walk: ListingWalk): Promise<void> {
  await client.query({ ...COMPLETE, values: [walk.workspaceId, walk.channelId] });
}

const END = {
  name: "listings.end-walk",
  text: "DELETE FROM listing_walks WHERE workspace_id = $1 AND channel_id = $2",
};

/** Deletes the walk of a deleted channel. */
export async function endWalk(client: TransactionClient, walk: ListingWalk): Promise<void> {
  await client.query({ ...END, values: [walk.workspaceId, walk.channelId] });
}
