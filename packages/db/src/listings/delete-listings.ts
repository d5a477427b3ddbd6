import { textArray } from "../array-parameter.js";
import type { TransactionClient } from "../database.js";

interface Place {
  readonly channelId: string;
  readonly sku: string;
}

const DELETE = {
  name: "listings.delete",
  text: `
    DELETE FROM listings l USING unnest($2::text[], $3::text[]) AS g (channel_id, sku)
    WHERE l.workspace_id = $1 AND l.channel_id = g.channel_id AND l.sku = g.sku`,
};

/** Deletes listings of products that their channels no longer publish. */
export async function deleteListings(
  client: TransactionClient,
  workspaceId: string,
  places: readonly Place[],
): Promise<void> {
  if (places.length === 0) return;
  const column = (name: keyof Place) => textArray(places.map((place) => place[name]));
  await client.query({ ...DELETE, values: [workspaceId, column("channelId"), column("sku")] });
}
