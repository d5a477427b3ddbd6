import { createChannel } from "@skucast/catalog/channels/create-channel";
import { deleteChannel } from "@skucast/catalog/channels/delete-channel";
import { getChannel } from "@skucast/catalog/channels/get-channel";
import { getChannelStatistics } from "@skucast/catalog/channels/get-channel-statistics";
import { listChannels } from "@skucast/catalog/channels/list-channels";
import { previewChannel } from "@skucast/catalog/channels/preview-channel";
import { updateChannel } from "@skucast/catalog/channels/update-channel";
import type { channelRoutes } from "@skucast/contracts/channels/routes";
import type { HandlersOf } from "@skucast/http-kit/handler";
import type { ApiContext } from "../context.js";
import { nextCursor, page, positionOf } from "./pages.js";
import { created, noContent, resource } from "./replies.js";
import { writeOptions } from "./write-options.js";

export function channelOperations({ catalog: ctx, cursors }: ApiContext): HandlersOf<typeof channelRoutes> {
  return {
    listChannels: (call) =>
      page(cursors, call, { name: "channels", filter: {} }, (input) =>
        listChannels({ ctx, principal: call.principal, input }),
      ),

    createChannel: async (call) => {
      const options = writeOptions(call);
      const channel = await createChannel({
        ctx,
        principal: call.principal,
        input: { channel: call.body, ...options },
      });
      return created(channel, "/channels", options.validateOnly);
    },

    getChannel: async ({ principal, params }) =>
      resource(await getChannel({ ctx, principal, input: { id: params.channel_id } })),

    getChannelStatistics: async ({ principal, params, query }) => ({
      json: await getChannelStatistics({ ctx, principal, input: { id: params.channel_id, days: query.days } }),
    }),

    updateChannel: async (call) => {
      const input = { id: call.params.channel_id, patch: call.body, ...writeOptions(call) };
      return resource(await updateChannel({ ctx, principal: call.principal, input }), input.validateOnly);
    },

    deleteChannel: async (call) => {
      await deleteChannel({
        ctx,
        principal: call.principal,
        input: { id: call.params.channel_id, ...writeOptions(call) },
      });
      return noContent;
    },

    previewChannel: async ({ principal, params, body: { cursor, ...request } }) => {
      const id = params.channel_id;
      const { limit: _limit, ...asked } = request;
      const list = { name: "channel-preview", filter: { id, ...asked } };
      const call = { principal, query: { limit: request.limit, cursor } };
      const after = positionOf(cursors, call, list);
      const { preview, next } = await previewChannel({ ctx, principal, input: { id, after, ...request } });
      return { json: { ...preview, next_cursor: nextCursor(cursors, call, list, next) } };
    },
  };
}
