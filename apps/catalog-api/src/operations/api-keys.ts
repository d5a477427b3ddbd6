import { createApiKey } from "@skucast/catalog/api-keys/create-api-key";
import { getApiKey } from "@skucast/catalog/api-keys/get-api-key";
import { listApiKeys } from "@skucast/catalog/api-keys/list-api-keys";
import { revokeApiKey } from "@skucast/catalog/api-keys/revoke-api-key";
import type { apiKeyRoutes } from "@skucast/contracts/api-keys/routes";
import type { HandlersOf } from "@skucast/http-kit/handler";
import type { ApiContext } from "../context.js";
import { page } from "./pages.js";
import { createdWithSecret, noContent } from "./replies.js";
import { writeOptions } from "./write-options.js";

export function apiKeyOperations({ catalog: ctx, cursors }: ApiContext): HandlersOf<typeof apiKeyRoutes> {
  return {
    listApiKeys: (call) => {
      const { status } = call.query;
      return page(cursors, call, { name: "api-keys", filter: { status } }, (input) =>
        listApiKeys({ ctx, principal: call.principal, input: { ...input, status } }),
      );
    },

    createApiKey: async (call) => {
      const options = writeOptions(call);
      const key = await createApiKey({ ctx, principal: call.principal, input: { apiKey: call.body, ...options } });
      return createdWithSecret(key, "/api-keys", options.validateOnly);
    },

    getApiKey: async ({ principal, params }) => ({
      json: await getApiKey({ ctx, principal, input: { id: params.api_key_id } }),
    }),

    revokeApiKey: async (call) => {
      const input = { id: call.params.api_key_id, ...writeOptions(call) };
      await revokeApiKey({ ctx, principal: call.principal, input });
      return noContent;
    },
  };
}
