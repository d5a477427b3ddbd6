import type { Channel, ChannelCreate } from "@skucast/contracts/channels/channel";
import { newId } from "@skucast/contracts/ids";
import { LIMITS } from "@skucast/contracts/limits";
import { assertBelowLimit } from "../assert-below-limit.js";
import type { Call, WriteOptions } from "../call.js";
import { runChange } from "../transactions.js";
import { assertRulesValid } from "./assert-rules-valid.js";
import { channelColumns, channelOf } from "./channel-row.js";

export function createChannel(call: Call<{ channel: ChannelCreate } & WriteOptions>): Promise<Channel> {
  const { channel } = call.input;
  return runChange(call, "channels:write", async (change) => {
    const { tx, workspaceId, now, append, audit } = change;
    assertRulesValid(channel);
    const count = () => tx.channel.count({ where: { workspaceId } });
    await assertBelowLimit(change, { count, max: LIMITS.channelsPerWorkspace, noun: "channels" });
    const times = { createdAt: now, updatedAt: now };
    const data = { workspaceId, id: newId("ch", now.getTime()), ...channelColumns(channel), ...times };
    const created = channelOf(await tx.channel.create({ data }));
    await append("channel.created", created, {});
    await audit("channel.created", created.id, { name: created.name });
    if (created.in_public_directory) await audit("channel.published", created.id);
    return created;
  });
}
