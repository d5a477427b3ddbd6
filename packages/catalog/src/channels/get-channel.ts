import type { Channel } from "@skucast/contracts/channels/channel";
import type { Call } from "../call.js";
import { requireFound } from "../require-found.js";
import { runRead } from "../transactions.js";
import { channelOf } from "./channel-row.js";

export function getChannel(call: Call<{ id: string }>): Promise<Channel> {
  const { id } = call.input;
  return runRead(call, "channels:read", async (tx, workspaceId) =>
    channelOf(
      requireFound(await tx.channel.findUnique({ where: { workspaceId_id: { workspaceId, id } } }), "channel", id),
    ),
  );
}
