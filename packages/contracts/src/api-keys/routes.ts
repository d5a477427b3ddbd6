import { defineRoute } from "../define-route.js";
import { MANAGE_WORKSPACE } from "../scopes.js";
import {
  apiKeyCreatedSchema,
  apiKeyCreateSchema,
  apiKeyListQuery,
  apiKeyListSchema,
  apiKeyParams,
  apiKeySchema,
  writeQuery,
} from "./api-key.js";

const tag = "API keys";

export const apiKeyRoutes = {
  listApiKeys: defineRoute({
    id: "listApiKeys",
    method: "GET",
    path: "/api-keys",
    tag,
    summary: "List API keys",
    description: "Revoked keys stay in the list.",
    scope: MANAGE_WORKSPACE,
    query: apiKeyListQuery,
    responses: { 200: apiKeyListSchema },
    errors: ["invalid_cursor"],
  }),
  createApiKey: defineRoute({
    id: "createApiKey",
    method: "POST",
    path: "/api-keys",
    tag,
    summary: "Create an API key",
    description:
      "The response contains the secret, once. Without scopes, expires_at and channels the key may do everything in the workspace. A key cannot create a key with more permissions than its own, or one that expires later.",
    scope: MANAGE_WORKSPACE,
    recentSignIn: "always",
    query: writeQuery,
    body: apiKeyCreateSchema,
    responses: { 201: apiKeyCreatedSchema, 200: apiKeySchema },
    errors: ["limit_reached", "confirmed_address_required", "reauthentication_required"],
    example: {
      name: "Nightly import",
      scopes: ["products:read", "products:write"],
      expires_at: "2100-01-01T00:00:00Z",
    },
  }),
  getApiKey: defineRoute({
    id: "getApiKey",
    method: "GET",
    path: "/api-keys/{api_key_id}",
    tag,
    summary: "Retrieve an API key",
    scope: MANAGE_WORKSPACE,
    params: apiKeyParams,
    responses: { 200: apiKeySchema },
    errors: ["not_found"],
  }),
  revokeApiKey: defineRoute({
    id: "revokeApiKey",
    method: "DELETE",
    path: "/api-keys/{api_key_id}",
    tag,
    summary: "Revoke an API key",
    description:
      "The key is rejected everywhere within seconds and cannot be restored. Revoking it again is not an error. A key may revoke itself.",
    scope: MANAGE_WORKSPACE,
    params: apiKeyParams,
    query: writeQuery,
    responses: { 204: null },
    errors: ["not_found"],
  }),
};
