import { getChannelProfile } from "@skucast/catalog/channel-profiles/get-channel-profile";
import { getChannel } from "@skucast/catalog/channels/get-channel";
import { idSchema } from "@skucast/contracts/ids";
import { z } from "zod";
import { completeChannelId } from "../completions/complete-channel-id.js";
import { defineResource } from "./define-resource.js";

export const channelProfileResource = defineResource({
  name: "channel-profile",
  title: "What a channel accepts",
  description: "The profile of one channel of the workspace: its columns, their rules, and how to fix issues.",
  uriTemplate: "skucast://channels/{channel_id}/profile",
  scopes: ["channels:read"],
  completions: { channel_id: completeChannelId },
  variables: z.strictObject({ channel_id: idSchema("ch") }),
  read: async ({ ctx, principal, variables: { channel_id: id } }) => {
    const call = { ctx: ctx.catalog, principal };
    const channel = await getChannel({ ...call, input: { id } });
    const profile = await getChannelProfile({ ...call, input: { id: channel.profile } });
    return { channel_id: id, market: channel.market, profile };
  },
});
