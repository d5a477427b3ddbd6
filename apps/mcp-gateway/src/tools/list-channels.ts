import { listChannels as listChannelsVerb } from "@skucast/catalog/channels/list-channels";
import type { Channel } from "@skucast/contracts/channels/channel";
import { z } from "zod";
import { defineTool, READS } from "./define-tool.js";
import { fitItems } from "./parts/fit-items.js";
import { pageInput, pageOutput, toolPage } from "./parts/tool-page.js";
import { createView } from "./parts/view.js";

const CONCISE = ["id", "name", "profile", "status", "in_public_directory", "market"];
const view = createView({
  key: "id",
  concise: CONCISE,
  defaultFormat: "concise",
  known: [...CONCISE, "selection", "defaults", "rules", "version", "created_at", "updated_at"],
});

export const listChannels = defineTool({
  name: "list_channels",
  title: "List channels",
  description:
    "Lists the workspace's sales channels, oldest first: where products are published, with market and " +
    "profile. Use it to get a channel's id. The files of channels are feeds: use list_feeds.",
  scopes: ["channels:read"],
  hints: READS,
  input: z.strictObject({ ...pageInput, ...view.input }),
  output: z.object({ channels: z.array(z.looseObject({ id: z.string() })), ...pageOutput }),
  run: async (call) => {
    const { items: channels, ...page } = await toolPage(call, {
      name: "channels",
      filter: {},
      read: (input) => listChannelsVerb({ ctx: call.ctx.catalog, principal: call.principal, input }),
      positionOf: ({ id }) => id,
      show: (channel) => view.show(summaryOf(channel), call.input),
    });
    return { channels, ...page };
  },
});

/** Of each SKU list, which can name 20,000 SKUs. */
const SKUS_TOKENS_MAX = 1_000;

/** A channel with counts instead of long SKU lists: update_channel replaces lists, so a part of one would mislead. */
function summaryOf({ selection: { include_skus, exclude_skus, ...selection }, ...channel }: Channel) {
  const lists = { ...skusOrCount("include_sku", include_skus), ...skusOrCount("exclude_sku", exclude_skus) };
  return { ...channel, selection: { ...selection, ...lists } };
}

const skusOrCount = (name: string, skus: readonly string[]) =>
  fitItems(skus, SKUS_TOKENS_MAX).length === skus.length ? { [`${name}s`]: skus } : { [`${name}_count`]: skus.length };
