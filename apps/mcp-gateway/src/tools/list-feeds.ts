import { listFeeds as listFeedsVerb } from "@skucast/catalog/feeds/list-feeds";
import { feedSchema } from "@skucast/contracts/feeds/feed";
import { idSchema } from "@skucast/contracts/ids";
import { z } from "zod";
import { defineTool, READS } from "./define-tool.js";
import { pageInput, pageOutput, toolPage } from "./parts/tool-page.js";
import { createView } from "./parts/view.js";

const view = createView({
  key: "id",
  concise: ["id", "channel_id", "name", "status", "format", "schedule", "channel_status", "next_run_at"],
  known: Object.keys(feedSchema.shape),
  defaultFormat: "concise",
});

export const listFeeds = defineTool({
  name: "list_feeds",
  title: "List feeds",
  description:
    "Lists the feeds of the workspace, oldest first: the files that channels publish, with format, schedule and " +
    "destinations. Use it to get a feed's id for run_feed.",
  scopes: ["feeds:read"],
  hints: READS,
  input: z.strictObject({
    channel_id: idSchema("ch").optional().describe("Only this channel's feeds."),
    ...pageInput,
    ...view.input,
  }),
  output: z.object({ feeds: z.array(z.looseObject({ id: z.string() })), ...pageOutput }),
  run: async (call) => {
    const { channel_id: channelId } = call.input;
    const { items: feeds, ...page } = await toolPage(call, {
      name: "feeds",
      filter: { channelId },
      read: (window) =>
        listFeedsVerb({ ctx: call.ctx.catalog, principal: call.principal, input: { ...window, channelId } }),
      positionOf: ({ id }) => id,
      show: (feed) => view.show(feed, call.input),
    });
    return { feeds, ...page };
  },
});
