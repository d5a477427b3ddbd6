import { listFeeds as listFeedsVerb } from "@skucast/catalog/feeds/list-feeds";
import { feedSchema } from "@skucast/contracts/feeds/feed";
import { idSchema } from "@skucast/contracts/ids";
import { z } from "zod";
import { defineTool, READS } from "./define-tool.js";
import { pageInput, pageOutput, toolPage } from "./tool-page.js";

export const listFeeds = defineTool({
  name: "list_feeds",
  title: "List feeds",
  description:
    "Lists the feeds of the workspace, oldest first: the files that channels publish, with format, nightly schedule and " +
    "where they are delivered.",
  scopes: ["feeds:read"],
  hints: READS,
  input: z.strictObject({ ...pageInput, channel_id: idSchema("ch").optional().describe("Only this channel's feeds.") }),
  output: z.object({ feeds: z.array(feedSchema), ...pageOutput }),
  run: async (call) => {
    const { channel_id: channelId } = call.input;
    const { items, next_cursor } = await toolPage(call, { name: "feeds", filter: { channelId } }, (page) =>
      listFeedsVerb({ ctx: call.ctx.catalog, principal: call.principal, input: { ...page, channelId } }),
    );
    return { feeds: [...items], next_cursor };
  },
});
