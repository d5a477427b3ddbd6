import { listChannelIssues } from "@skucast/catalog/listings/list-channel-issues";
import { listProductChannels } from "@skucast/catalog/listings/list-product-channels";
import type { listingRoutes } from "@skucast/contracts/listings/routes";
import type { HandlersOf } from "@skucast/http-kit/handler";
import type { ApiContext } from "../context.js";
import { nextCursor, page, positionOf } from "./pages.js";

export function listingOperations({ catalog: ctx, cursors }: ApiContext): HandlersOf<typeof listingRoutes> {
  return {
    listProductChannels: (call) => {
      const { sku } = call.params;
      return page(cursors, call, { name: "product-channels", filter: { sku } }, (input) =>
        listProductChannels({ ctx, principal: call.principal, input: { ...input, sku } }),
      );
    },

    listChannelIssues: async (call) => {
      const { limit, cursor: _cursor, ...filter } = call.query;
      const list = { name: "channel-issues", filter: { ...filter, id: call.params.channel_id } };
      const after = positionOf(cursors, call, list);
      const input = { ...filter, id: call.params.channel_id, after, limit };
      const { items, next, isComplete, summary } = await listChannelIssues({ ctx, principal: call.principal, input });
      const next_cursor = nextCursor(cursors, call, list, next);
      return { json: { data: items, has_more: next !== null, next_cursor, is_complete: isComplete, summary } };
    },
  };
}
