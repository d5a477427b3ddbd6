import { createWebhookEndpoint } from "@skucast/catalog/webhook-endpoints/create-webhook-endpoint";
import { deleteWebhookEndpoint } from "@skucast/catalog/webhook-endpoints/delete-webhook-endpoint";
import { getWebhookEndpoint } from "@skucast/catalog/webhook-endpoints/get-webhook-endpoint";
import { listWebhookEndpoints } from "@skucast/catalog/webhook-endpoints/list-webhook-endpoints";
import { updateWebhookEndpoint } from "@skucast/catalog/webhook-endpoints/update-webhook-endpoint";
import type { webhookEndpointRoutes } from "@skucast/contracts/webhook-endpoints/routes";
import type { HandlersOf } from "@skucast/http-kit/handler";
import type { ApiContext } from "../context.js";
import { page } from "./pages.js";
import { created, noContent, resource } from "./replies.js";
import { writeOptions } from "./write-options.js";

export function webhookEndpointOperations({
  catalog: ctx,
  cursors,
}: ApiContext): HandlersOf<typeof webhookEndpointRoutes> {
  return {
    listWebhookEndpoints: (call) =>
      page(cursors, call, { name: "webhook-endpoints", filter: {} }, (input) =>
        listWebhookEndpoints({ ctx, principal: call.principal, input }),
      ),

    createWebhookEndpoint: async (call) => {
      const options = writeOptions(call);
      const endpoint = await createWebhookEndpoint({
        ctx,
        principal: call.principal,
        input: { endpoint: call.body, ...options },
      });
      return created(endpoint, "/webhook-endpoints", options.validateOnly);
    },

    getWebhookEndpoint: async ({ principal, params }) =>
      resource(await getWebhookEndpoint({ ctx, principal, input: { id: params.endpoint_id } })),

    updateWebhookEndpoint: async (call) => {
      const input = { id: call.params.endpoint_id, patch: call.body, ...writeOptions(call) };
      return resource(await updateWebhookEndpoint({ ctx, principal: call.principal, input }), input.validateOnly);
    },

    deleteWebhookEndpoint: async (call) => {
      await deleteWebhookEndpoint({
        ctx,
        principal: call.principal,
        input: { id: call.params.endpoint_id, ...writeOptions(call) },
      });
      return noContent;
    },
  };
}
