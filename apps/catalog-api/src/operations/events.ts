import { getEvent } from "@skucast/catalog/events/get-event";
import { listEventTypes } from "@skucast/catalog/events/list-event-types";
import { listEvents } from "@skucast/catalog/events/list-events";
import type { eventRoutes } from "@skucast/contracts/events/routes";
import type { HandlersOf } from "@skucast/http-kit/handler";
import type { ApiContext } from "../context.js";
import { createdWithin, page } from "./pages.js";

export function eventOperations({ catalog: ctx, cursors }: ApiContext): HandlersOf<typeof eventRoutes> {
  return {
    listEvents: (call) => {
      const filter = { type: call.query.type, ...createdWithin(call.query) };
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
