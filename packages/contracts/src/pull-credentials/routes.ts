import { defineRoute } from "../define-route.js";
import { feedParams } from "../feeds/feed.js";
import {
  pullCredentialCreatedSchema,
  pullCredentialCreateSchema,
  pullCredentialListQuery,
  pullCredentialListSchema,
  pullCredentialParams,
  pullCredentialSchema,
  writeQuery,
} from "./pull-credential.js";

const tag = "Pull credentials";

export const pullCredentialRoutes = {
  listPullCredentials: defineRoute({
    id: "listPullCredentials",
    method: "GET",
    path: "/feeds/{feed_id}/pull-credentials",
    tag,
    summary: "List the pull credentials of a feed",
    description: "Revoked credentials stay in the list.",
    scope: "feeds:read",
    params: feedParams,
    query: pullCredentialListQuery,
    responses: { 200: pullCredentialListSchema },
    errors: ["not_found", "invalid_cursor"],
  }),
  createPullCredential: defineRoute({
    id: "createPullCredential",
    method: "POST",
    path: "/feeds/{feed_id}/pull-credentials",
    tag,
    summary: "Create a pull credential",
    description:
      "Lets a partner fetch the files of the feed's last delivered run. The feed must have a delivery of the same type. " +
      "To replace a credential, create another, give it to the partner, and revoke the old one. An API key also needs feeds:read.",
    scope: "feeds:write",
    recentSignIn: "always",
    params: feedParams,
    query: writeQuery,
    body: pullCredentialCreateSchema,
    responses: { 201: pullCredentialCreatedSchema, 200: pullCredentialSchema },
    errors: ["not_found", "conflict", "limit_reached", "confirmed_address_required", "reauthentication_required"],
    example: { type: "https_pull", name: "Price comparison" },
  }),
  getPullCredential: defineRoute({
    id: "getPullCredential",
    method: "GET",
    path: "/pull-credentials/{pull_credential_id}",
    tag,
    summary: "Retrieve a pull credential",
    scope: "feeds:read",
    params: pullCredentialParams,
    responses: { 200: pullCredentialSchema },
    errors: ["not_found"],
  }),
  revokePullCredential: defineRoute({
    id: "revokePullCredential",
    method: "DELETE",
    path: "/pull-credentials/{pull_credential_id}",
    tag,
    summary: "Revoke a pull credential",
    description:
      "It is rejected within seconds and cannot be restored; its open sessions end. Revoking it again is not an error.",
    scope: "feeds:write",
    params: pullCredentialParams,
    query: writeQuery,
    responses: { 204: null },
    errors: ["not_found"],
  }),
};
