import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Channel } from "@skucast/contracts/channels/channel";
import type { Channel as ChannelRow } from "@skucast/db/generated/client";
import type { Call } from "../call.js";
import { definitionIn } from "../channel-profiles/stored-profiles.js";
import { requireFound } from "../require-found.js";
import { runRead } from "../transactions.js";
import { channelOf } from "./channel-row.js";

/** A channel with the definition of its profile if that is one of the workspace. For operations that map products. */
export type DefinedChannel = Channel & { readonly definition: ProfileDefinition | null };

export const definedChannelOf = (row: ChannelRow): DefinedChannel => ({
  ...channelOf(row),
  definition: definitionIn(row),
});

export function getDefinedChannel(call: Call<{ id: string }>): Promise<DefinedChannel> {
  const { id } = call.input;
  return runRead(call, "channels:read", async (tx, workspaceId) => {
    const row = await tx.channel.findUnique({ where: { workspaceId_id: { workspaceId, id } } });
    return definedChannelOf(requireFound(row, "channel", id));
  });
}

export function getChannel(call: Call<{ id: string }>): Promise<Channel> {
  const { id } = call.input;
  return runRead(call, "channels:read", async (tx, workspaceId) =>
    channelOf(
      requireFound(await tx.channel.findUnique({ where: { workspaceId_id: { workspaceId, id } } }), "channel", id),
    ),
  );
}
