import type { Channel, ChannelCreate } from "@skucast/contracts/channels/channel";
import { newId } from "@skucast/contracts/ids";
import { assertBelowLimit } from "../assert-below-limit.js";
import type { Call, WriteOptions } from "../call.js";
import { resolveProfile } from "../channel-profiles/resolve-profile.js";
import { runChange } from "../transactions.js";
import { assertMayPublish } from "./assert-may-publish.js";
import { assertRulesValid } from "./assert-rules-valid.js";
import { channelColumns, channelOf } from "./channel-row.js";

export function createChannel(call: Call<{ channel: ChannelCreate } & WriteOptions>): Promise<Channel> {
  const { channel } = call.input;
  return runChange(call, "channels:write", async (change) => {
    const { tx, workspaceId, now, append, audit } = change;
    const { definition, columns } = await resolveProfile(change, channel.profile);
    await assertRulesValid(change, { ...channel, definition }, { rules: true, selection: true });
    if (channel.in_public_directory) await assertMayPublish(change, call);
    const count = () => tx.channel.count({ where: { workspaceId } });
    await assertBelowLimit(change, { count, max: call.ctx.quotas.channels, noun: "channels" });
    const times = { createdAt: now, updatedAt: now };
    const data = { workspaceId, id: newId("ch", now.getTime()), ...channelColumns(channel), ...columns, ...times };
    const created = channelOf(await tx.channel.create({ data }));
    await append("channel.created", created, {});
    await audit("channel.created", created.id, { name: created.name });
    if (created.in_public_directory) await audit("channel.published", created.id);
    return created;
  });
}
