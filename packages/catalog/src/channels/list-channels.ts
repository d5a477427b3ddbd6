import type { Channel } from "@skucast/contracts/channels/channel";
import type { Call } from "../call.js";
import { type Page, type PageRequest, pageInPortions } from "../page.js";
import { runRead } from "../transactions.js";
import { channelOf } from "./channel-row.js";

/** A page of channels, oldest first. */
export function listChannels(call: Call<PageRequest>): Promise<Page<Channel>> {
  return runRead(call, "channels:read", (tx, workspaceId) =>
    pageInPortions(call.input, async ({ after, limit }) => {
      const where = { workspaceId, id: { gt: after } };
      const rows = await tx.channel.findMany({ where, orderBy: { id: "asc" }, take: limit });
      return rows.map(channelOf);
    }),
  );
}
