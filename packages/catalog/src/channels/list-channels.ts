import type { Channel } from "@skucast/contracts/channels/channel";
import type { Call } from "../call.js";
import { type Page, type PageRequest, pageOf } from "../page.js";
import { runRead } from "../transactions.js";
import { channelOf } from "./channel-row.js";

/** A page of channels, oldest first. */
export function listChannels(call: Call<PageRequest>): Promise<Page<Channel>> {
  const { after, limit } = call.input;
  return runRead(call, "channels:read", async (tx, workspaceId) => {
    const where = { workspaceId, id: { gt: after } };
    const rows = await tx.channel.findMany({ where, orderBy: { id: "asc" }, take: limit + 1 });
    return pageOf(rows.map(channelOf), limit);
  });
}
