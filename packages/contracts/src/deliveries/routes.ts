import { defineRoute } from "../define-route.js";
import { LIMITS } from "../limits.js";
import { webhookEndpointParams } from "../webhook-endpoints/webhook-endpoint.js";
import {
  allDeliveriesQuery,
  deliveryListQuery,
  deliveryListSchema,
  deliveryParams,
  deliverySchema,
  writeQuery,
} from "./delivery.js";

const tag = "Deliveries";

export const deliveryRoutes = {
  listDeliveries: defineRoute({
    id: "listDeliveries",
    method: "GET",
    path: "/webhook-endpoints/{endpoint_id}/deliveries",
    tag,
    summary: "List the deliveries of an endpoint, newest first",
    scope: "webhooks:read",
    ofWholeWorkspace: true,
    params: webhookEndpointParams,
    query: deliveryListQuery,
    responses: { 200: deliveryListSchema },
    errors: ["not_found", "invalid_cursor"],
  }),
  listAllDeliveries: defineRoute({
    id: "listAllDeliveries",
    method: "GET",
    path: "/deliveries",
    tag,
    summary: "List the deliveries of all endpoints, newest first",
    description:
      `A page looks at ${LIMITS.deliveryScanRowsMax} deliveries, so one with filters may be short, or empty, and yet have a ` +
      "next one. Give created_after to look no further back than you need.",
    scope: "webhooks:read",
    ofWholeWorkspace: true,
    query: allDeliveriesQuery,
    responses: { 200: deliveryListSchema },
    errors: ["not_found", "invalid_cursor"],
  }),
  getDelivery: defineRoute({
    id: "getDelivery",
    method: "GET",
    path: "/deliveries/{delivery_id}",
    tag,
    summary: "Read a delivery with its attempts",
    scope: "webhooks:read",
    ofWholeWorkspace: true,
    params: deliveryParams,
    responses: { 200: deliverySchema },
    errors: ["not_found"],
  }),
  retryDelivery: defineRoute({
    id: "retryDelivery",
    method: "POST",
    path: "/deliveries/{delivery_id}/retry",
    tag,
    summary: "Send a delivery again now",
    description:
      "Within a second, also while the endpoint fails; what is asked for of one endpoint goes one by one, a second apart. 409 while an attempt of it is under way, while its endpoint is paused or disabled, and while it waits for its turn in the order of its object. The same event id and body; receivers that keep ids will know it. What had failed for good, or was cancelled, begins its schedule anew; what was delivered is sent once more: pending meanwhile, and delivered again whatever comes of it.",
    scope: "webhooks:write",
    ofWholeWorkspace: true,
    params: deliveryParams,
    query: writeQuery,
    responses: { 202: deliverySchema, 200: deliverySchema },
    errors: ["not_found", "conflict"],
  }),
};
