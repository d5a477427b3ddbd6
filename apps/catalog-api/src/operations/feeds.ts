import { createFeed } from "@skucast/catalog/feeds/create-feed";
import { deleteFeed } from "@skucast/catalog/feeds/delete-feed";
import { getFeed } from "@skucast/catalog/feeds/get-feed";
import { listFeeds } from "@skucast/catalog/feeds/list-feeds";
import { updateFeed } from "@skucast/catalog/feeds/update-feed";
import type { feedRoutes } from "@skucast/contracts/feeds/routes";
import type { HandlersOf } from "@skucast/http-kit/handler";
import type { ApiContext } from "../context.js";
import { page } from "./pages.js";
import { created, noContent, resource } from "./replies.js";
import { writeOptions } from "./write-options.js";

export function feedOperations({ catalog: ctx, cursors }: ApiContext): HandlersOf<typeof feedRoutes> {
  return {
    listFeeds: (call) => {
      const { channel_id: channelId } = call.query;
      return page(cursors, call, { name: "feeds", filter: { channelId } }, (input) =>
        listFeeds({ ctx, principal: call.principal, input: { ...input, channelId } }),
      );
    },

    createFeed: async (call) => {
      const options = writeOptions(call);
      const feed = await createFeed({ ctx, principal: call.principal, input: { feed: call.body, ...options } });
      return created(feed, "/feeds", options.validateOnly);
    },

    getFeed: async ({ principal, params }) =>
      resource(await getFeed({ ctx, principal, input: { id: params.feed_id } })),

    updateFeed: async (call) => {
      const input = { id: call.params.feed_id, patch: call.body, ...writeOptions(call) };
      return resource(await updateFeed({ ctx, principal: call.principal, input }), input.validateOnly);
    },

    deleteFeed: async (call) => {
      await deleteFeed({ ctx, principal: call.principal, input: { id: call.params.feed_id, ...writeOptions(call) } });
      return noContent;
    },
  };
}
