import type { Channel } from "@skucast/contracts/channels/channel";
import type { TransactionClient } from "../database.js";

/** The fields of a channel that determine its listings. */
export interface ListingChannel
  extends Pick<
    Channel,
    "id" | "profile" | "market" | "defaults" | "selection" | "rules" | "status" | "in_public_directory"
  > {
  readonly updatedAt: Date;
  /** Counts the changes of the channel. */
  readonly revision: number;
}

interface Row extends Omit<ListingChannel, "revision" | "updatedAt"> {
  readonly revision: string;
  readonly updated_at: Date;
}

const READ = {
  name: "listings.channels",
  text: `
    SELECT c.id, c.profile, c.market, c.defaults, c.selection, c.rules, c.status, c.in_public_directory, c.updated_at, w.revision
    FROM channels c JOIN listing_walks w ON w.workspace_id = c.workspace_id AND w.channel_id = c.id
    WHERE c.workspace_id = $1 AND ($2::text IS NULL OR c.id = $2)`,
};

/** The channels of the workspace, or the given one, including archived ones. */
export async function readListingChannels(
  client: TransactionClient,
  workspaceId: string,
  channelId: string | null = null,
): Promise<ListingChannel[]> {
  const { rows } = await client.query<Row>({ ...READ, values: [workspaceId, channelId] });
  return rows.map(({ revision, updated_at, ...row }) => ({
    ...row,
    revision: Number(revision),
    updatedAt: updated_at,
  }));
}
