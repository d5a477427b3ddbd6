import { type Binding, wholeWorkspace } from "@skucast/contracts/principal";
import { type Database, inWorkspace } from "../database.js";

/** Ids of the channels that the actor is restricted to; null if it sees all channels. */
export function readActorChannels(db: Database, binding: Binding): Promise<ReadonlySet<string> | null> {
  if (binding.actor === wholeWorkspace(binding.workspaceId).actor) return Promise.resolve(null);
  return inWorkspace(db, binding, async (client) => {
    const { rows } = await client.query<{ channels: string[] | null }>("SELECT actor_channels() AS channels");
    const channels = rows[0]?.channels ?? null;
    return channels && new Set(channels);
  });
}
