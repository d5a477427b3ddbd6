import type { Channel } from "@skucast/contracts/channels/channel";
import type { Channel as ChannelRow } from "@skucast/db/generated/client";
import type { Call } from "../call.js";
import { type Page, type PageRequest, pageInPortions } from "../page.js";
import { runRead } from "../transactions.js";
import { channelOf } from "./channel-row.js";
import { type DefinedChannel, definedChannelOf } from "./get-channel.js";

/** A page of channels, oldest first. */
export const listChannels = (call: Call<PageRequest>): Promise<Page<Channel>> => list(call, channelOf);

/** A page of channels with the definitions of their profiles, oldest first. For operations that map products. */
export const listDefinedChannels = (call: Call<PageRequest>): Promise<Page<DefinedChannel>> =>
  list(call, definedChannelOf);

function list<T extends Channel>(call: Call<PageRequest>, itemOf: (row: ChannelRow) => T): Promise<Page<T>> {
  return runRead(call, "channels:read", (tx, workspaceId) =>
    pageInPortions(call.input, async ({ after, limit }) => {
      const where = { workspaceId, id: { gt: after } };
      const rows = await tx.channel.findMany({ where, orderBy: { id: "asc" }, take: limit });
      return rows.map(itemOf);
    }),
  );
}
