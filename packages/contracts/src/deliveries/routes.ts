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
    summary: "List an endpoint's deliveries, newest first",
    scope: "webhooks:read",
    wholeWorkspaceOnly: true,
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
      `A page examines up to ${LIMITS.deliveryScanRowsMax} deliveries, so with filters it may be short or empty and still have a ` +
      "next page. Set created_after to limit how far back it searches.",
    scope: "webhooks:read",
    wholeWorkspaceOnly: true,
    query: allDeliveriesQuery,
    responses: { 200: deliveryListSchema },
    errors: ["not_found", "invalid_cursor"],
  }),
  getDelivery: defineRoute({
    id: "getDelivery",
    method: "GET",
    path: "/deliveries/{delivery_id}",
    tag,
    summary: "Retrieve a delivery with its attempts",
    scope: "webhooks:read",
    wholeWorkspaceOnly: true,
    params: deliveryParams,
    responses: { 200: deliverySchema },
    errors: ["not_found"],
  }),
  retryDelivery: defineRoute({
    id: "retryDelivery",
    method: "POST",
    path: "/deliveries/{delivery_id}/retry",
    tag,
    summary: "Retry a delivery",
    description:
      "Sends the delivery within a second, even while the endpoint is failing. Retries to the same endpoint are sent one second apart. Event id and body stay the same, so receivers that store ids recognize it. A failed or cancelled delivery restarts its retry schedule. A delivered one gets one more attempt: it is pending meanwhile and delivered afterwards, even if the attempt fails. 409 while an attempt is running, while the endpoint is paused or disabled, and while the delivery waits for earlier ones about the same object.",
    scope: "webhooks:write",
    returnsStored: true,
    wholeWorkspaceOnly: true,
    params: deliveryParams,
    query: writeQuery,
    responses: { 202: deliverySchema, 200: deliverySchema },
    errors: ["not_found", "conflict"],
  }),
};
