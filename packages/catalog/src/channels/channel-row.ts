import { type Channel, type ChannelCreate, channelSchema } from "@skucast/contracts/channels/channel";
import type { Channel as ChannelRow } from "@skucast/db/generated/client";

/** A stored channel as returned to clients. */
export const channelOf = (row: ChannelRow): Channel =>
  channelSchema.parse({
    id: row.id,
    name: row.name,
    profile: row.profile,
    status: row.status,
    in_public_directory: row.inPublicDirectory,
    market: row.market,
    defaults: row.defaults,
    selection: row.selection,
    rules: row.rules,
    version: Number(row.version),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  });

/** The columns for a channel's fields. */
export const channelColumns = (channel: ChannelCreate | Channel) => ({
  name: channel.name,
  profile: channel.profile,
  status: channel.status,
  inPublicDirectory: channel.in_public_directory,
  market: channel.market,
  defaults: channel.defaults,
  selection: channel.selection,
  rules: channel.rules,
});
