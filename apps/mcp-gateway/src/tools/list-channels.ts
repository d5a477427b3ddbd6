import { listChannels as listChannelsVerb } from "@skucast/catalog/channels/list-channels";
import { type Channel, channelSchema } from "@skucast/contracts/channels/channel";
import { z } from "zod";
import { defineTool, READS } from "./define-tool.js";
import { pageInput, pageOutput, toolPage } from "./tool-page.js";

const { id, name, profile, status, in_public_directory, market, updated_at } = channelSchema.shape;
const summarySchema = z.object({
  ...{ id, name, profile, status, in_public_directory, market, updated_at },
  include_skus: z.int().describe("How many SKUs are named as always in."),
  exclude_skus: z.int().describe("How many SKUs are named as never in."),
});

export const listChannels = defineTool({
  name: "list_channels",
  title: "List channels",
  description:
    "Lists the sales channels of the workspace, oldest first: where products are published, to which market, by which " +
    "profile. Use a channel's id with list_feeds.",
  scopes: ["channels:read"],
  hints: READS,
  input: z.strictObject(pageInput),
  output: z.object({ channels: z.array(summarySchema), ...pageOutput }),
  run: async (call) => {
    const { items, next_cursor } = await toolPage(call, { name: "channels", filter: {} }, (input) =>
      listChannelsVerb({ ctx: call.ctx.catalog, principal: call.principal, input }),
    );
    return { channels: items.map(summaryOf), next_cursor };
  },
});

/** A channel without what may be long: its selection names up to 10,000 SKUs. */
const summaryOf = ({ selection, defaults: _defaults, rules: _rules, ...channel }: Channel) => ({
  ...summarySchema.omit({ include_skus: true, exclude_skus: true }).parse(channel),
  include_skus: selection.include_skus.length,
  exclude_skus: selection.exclude_skus.length,
});
