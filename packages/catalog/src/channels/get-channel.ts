import type { Channel } from "@skucast/contracts/channels/channel";
import { type Call, found, reading } from "../resources.js";
import { channelOf } from "./channel-row.js";

export function getChannel(call: Call<{ id: string }>): Promise<Channel> {
  const { id } = call.input;
  return reading(call, "channels:read", async (tx, workspaceId) =>
    channelOf(found(await tx.channel.findUnique({ where: { workspaceId_id: { workspaceId, id } } }), "channel", id)),
  );
}
