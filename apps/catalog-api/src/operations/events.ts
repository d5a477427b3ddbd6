import type { CatalogContext } from "@skucast/catalog/context";
import { getEvent } from "@skucast/catalog/events/get-event";
import { listEventTypes } from "@skucast/catalog/events/list-event-types";
import { type EventQuery, followEvents, listEvents } from "@skucast/catalog/events/list-events";
import type { eventRoutes } from "@skucast/contracts/events/routes";
import type { Principal } from "@skucast/contracts/principal";
import type { Cursors } from "@skucast/http-kit/cursors";
import type { HandlersOf, Reply } from "@skucast/http-kit/handler";
import type { ApiContext } from "../context.js";
import { createdWithin, nextCursor, type PageCall, page, positionOf } from "./pages.js";

export function eventOperations({ catalog: ctx, cursors }: ApiContext): HandlersOf<typeof eventRoutes> {
  return {
    listEvents: (call) => {
      const { type, object_id: objectId, channel_id: channelId } = call.query;
      const filter = { type, objectId, channelId, ...createdWithin(call.query) };
      if (call.query.order === "asc") return forwardPage(cursors, call, filter, ctx);
      return page(cursors, call, { name: "events", filter }, (input) =>
        listEvents({ ctx, principal: call.principal, input: { ...input, ...filter } }),
      );
    },

    getEvent: async ({ principal, params }) => ({
      json: await getEvent({ ctx, principal, input: { id: params.event_id } }),
    }),

    listEventTypes: async () => ({ json: { data: listEventTypes() } }),
  };
}

/** A page, oldest first, that always has a next cursor, so that clients can follow the log. */
async function forwardPage(
  cursors: Cursors,
  call: PageCall & { readonly principal: Principal },
  filter: EventQuery,
  ctx: CatalogContext,
): Promise<Reply> {
  const list = { name: "events forward", filter };
  const input = { ...filter, after: positionOf(cursors, call, list), limit: call.query.limit };
  const { items, next, hasMore } = await followEvents({ ctx, principal: call.principal, input });
  const following = nextCursor(cursors, call, list, next);
  return { json: { data: items, has_more: hasMore, next_cursor: following }, nextCursor: following };
}
