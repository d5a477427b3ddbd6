import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Channel } from "@skucast/contracts/channels/channel";
import { lookupTableIdsOf } from "@skucast/contracts/channels/rule";
import type { LookupTables } from "@skucast/contracts/lookup-tables/lookup-table";
import type { Database, TransactionClient } from "../database.js";
import { readLookupTables } from "../lookup-tables/read-lookup-tables.js";

/** The fields of a channel that determine its listings. */
export interface ListingChannel
  extends Pick<
    Channel,
    "id" | "profile" | "market" | "defaults" | "selection" | "rules" | "status" | "in_public_directory"
  > {
  /** The definition of a profile of the workspace; null for a built-in one. */
  readonly definition: ProfileDefinition | null;
  readonly updatedAt: Date;
  /** The lookup tables that its rules use. */
  readonly lookupTables: LookupTables;
  /** Counts the changes of the channel. */
  readonly revision: number;
}

interface Row extends Omit<ListingChannel, "revision" | "updatedAt" | "lookupTables"> {
  readonly revision: string;
  readonly updated_at: Date;
}

const READ = {
  name: "listings.channels",
  text: `
    SELECT c.id, c.profile, c.profile_definition AS definition, c.market, c.defaults, c.selection, c.rules, c.status,
      c.in_public_directory, greatest(c.updated_at, c.profile_defined_at, c.lookups_changed_at) AS updated_at, w.revision
    FROM channels c JOIN listing_walks w ON w.workspace_id = c.workspace_id AND w.channel_id = c.id
    WHERE c.workspace_id = $1 AND ($2::text IS NULL OR c.id = $2)`,
};

/** The channels of the workspace, or the given one, including archived ones. */
export async function readListingChannels(
  db: Database,
  client: TransactionClient,
  { workspaceId, channelId = null }: { workspaceId: string; channelId?: string | null },
): Promise<ListingChannel[]> {
  const { rows } = await client.query<Row>({ ...READ, values: [workspaceId, channelId] });
  const ids = [...new Set(rows.flatMap(({ rules }) => lookupTableIdsOf(rules)))];
  const lookupTables = await readLookupTables(db, client, { workspaceId, ids });
  return rows.map(({ revision, updated_at, ...row }) => ({
    ...row,
    lookupTables,
    revision: Number(revision),
    updatedAt: updated_at,
  }));
}
