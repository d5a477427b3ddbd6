import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Binding } from "@skucast/contracts/principal";
import { type Database, inWorkspace } from "../database.js";

/** A channel's name, and the profile that defines its columns. */
export interface ChannelName {
  readonly id: string;
  readonly name: string;
  readonly profile: string;
  /** The definition of a profile of the workspace; null for a built-in one. */
  readonly definition: ProfileDefinition | null;
}

/** The channels of the workspace that the actor sees. */
export function listChannelNames(db: Database, binding: Binding): Promise<ChannelName[]> {
  return inWorkspace(db, binding, async (client) => {
    const { rows } = await client.query<ChannelName>(
      "SELECT id, name, profile, profile_definition AS definition FROM channels WHERE workspace_id = $1 ORDER BY id",
      [binding.workspaceId],
    );
    return rows;
  });
}
