import { getDelivery } from "@skucast/catalog/deliveries/get-delivery";
import { listAllDeliveries, listDeliveries } from "@skucast/catalog/deliveries/list-deliveries";
import { retryDelivery } from "@skucast/catalog/deliveries/retry-delivery";
import type { QueryOf } from "@skucast/contracts/define-route";
import type { deliveryRoutes } from "@skucast/contracts/deliveries/routes";
import type { HandlersOf } from "@skucast/http-kit/handler";
import type { ApiContext } from "../context.js";
import { createdWithin, page } from "./pages.js";
import { writeOptions } from "./write-options.js";

export function deliveryOperations({ catalog: ctx, cursors }: ApiContext): HandlersOf<typeof deliveryRoutes> {
  return {
    listDeliveries: (call) => {
      const { endpoint_id: endpointId } = call.params;
      const filter = { endpointId, ...filterOf(call.query) };
      return page(cursors, call, { name: "deliveries", filter }, (input) =>
        listDeliveries({ ctx, principal: call.principal, input: { ...input, ...filter } }),
      );
    },

    listAllDeliveries: (call) => {
      const filter = { endpointId: call.query.endpoint_id, ...filterOf(call.query) };
      return page(cursors, call, { name: "all deliveries", filter }, (input) =>
        listAllDeliveries({ ctx, principal: call.principal, input: { ...input, ...filter } }),
      );
    },

    getDelivery: async ({ principal, params }) => ({
      json: await getDelivery({ ctx, principal, input: { id: params.delivery_id } }),
    }),

    retryDelivery: async (call) => {
      const options = writeOptions(call);
      const input = { id: call.params.delivery_id, ...options };
      const delivery = await retryDelivery({ ctx, principal: call.principal, input });
      return { status: options.validateOnly ? 200 : 202, json: delivery };
    },
  };
}

const filterOf = (query: QueryOf<typeof deliveryRoutes.listDeliveries>) => ({
  status: query.status,
  eventId: query.event_id,
  eventType: query.event_type,
  statusCode: query.status_code,
  ...createdWithin(query),
});
