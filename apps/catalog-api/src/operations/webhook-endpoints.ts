import { cancelRecovery } from "@skucast/catalog/webhook-endpoints/cancel-recovery";
import { createWebhookEndpoint } from "@skucast/catalog/webhook-endpoints/create-webhook-endpoint";
import { deleteWebhookEndpoint } from "@skucast/catalog/webhook-endpoints/delete-webhook-endpoint";
import { getWebhookEndpoint } from "@skucast/catalog/webhook-endpoints/get-webhook-endpoint";
import { listRecoveries } from "@skucast/catalog/webhook-endpoints/list-recoveries";
import { listWebhookEndpoints } from "@skucast/catalog/webhook-endpoints/list-webhook-endpoints";
import { readStatistics } from "@skucast/catalog/webhook-endpoints/read-statistics";
import {
  recoverWebhookEndpoint,
  replayWebhookEndpoint,
} from "@skucast/catalog/webhook-endpoints/recover-webhook-endpoint";
import { rotateSecret } from "@skucast/catalog/webhook-endpoints/rotate-secret";
import { testWebhookEndpoint } from "@skucast/catalog/webhook-endpoints/test-webhook-endpoint";
import { updateWebhookEndpoint } from "@skucast/catalog/webhook-endpoints/update-webhook-endpoint";
import type { webhookEndpointRoutes } from "@skucast/contracts/webhook-endpoints/routes";
import { etagOf } from "@skucast/http-kit/etag";
import type { HandlersOf } from "@skucast/http-kit/handler";
import type { ApiContext } from "../context.js";
import { page } from "./pages.js";
import { accepted, createdWithSecret, noContent, resource, started, withSecret } from "./replies.js";
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
      const reply = createdWithSecret(endpoint, "/webhook-endpoints", options.validateOnly);
      return options.validateOnly ? reply : { ...reply, etag: etagOf(endpoint.version) };
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

    rotateSecret: async (call) => {
      const input = { id: call.params.endpoint_id, rotation: call.body, ...writeOptions(call) };
      return withSecret(await rotateSecret({ ctx, principal: call.principal, input }), input.validateOnly);
    },

    testWebhookEndpoint: async (call) => {
      const input = { id: call.params.endpoint_id, ...writeOptions(call) };
      const delivery = await testWebhookEndpoint({ ctx, principal: call.principal, input });
      return started(delivery, "/deliveries", input.validateOnly);
    },

    recoverWebhookEndpoint: async (call) => {
      const input = { id: call.params.endpoint_id, recovery: call.body, ...writeOptions(call) };
      return accepted(await recoverWebhookEndpoint({ ctx, principal: call.principal, input }), input.validateOnly);
    },

    replayWebhookEndpoint: async (call) => {
      const input = { id: call.params.endpoint_id, recovery: call.body, ...writeOptions(call) };
      return accepted(await replayWebhookEndpoint({ ctx, principal: call.principal, input }), input.validateOnly);
    },

    listWebhookRecoveries: (call) => {
      const { endpoint_id: endpointId } = call.params;
      return page(cursors, call, { name: "webhook-recoveries", filter: { endpointId } }, (input) =>
        listRecoveries({ ctx, principal: call.principal, input: { ...input, endpointId } }),
      );
    },

    cancelWebhookRecovery: async (call) => {
      const { endpoint_id: endpointId, recovery_id: id } = call.params;
      const input = { endpointId, id, ...writeOptions(call) };
      return { json: await cancelRecovery({ ctx, principal: call.principal, input }) };
    },

    getWebhookStatistics: async ({ principal, params, query }) => ({
      json: await readStatistics({ ctx, principal, input: { ...query, endpointId: params.endpoint_id } }),
    }),
  };
}
