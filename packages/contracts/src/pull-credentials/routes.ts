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
    summary: "List with what partners fetch a feed's files",
    description: "Revoked ones stay listed.",
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
    summary: "Let a partner fetch a feed's files",
    description:
      "The feed must have a delivery of the same type. The partner gets the files of the last run that was delivered. " +
      "To replace a credential, make another, give it to the partner, and revoke the former one.",
    scope: "feeds:write",
    params: feedParams,
    query: writeQuery,
    body: pullCredentialCreateSchema,
    responses: { 201: pullCredentialCreatedSchema, 200: pullCredentialSchema },
    errors: ["not_found", "conflict", "limit_reached"],
    example: { type: "https_pull", name: "Price comparison" },
  }),
  getPullCredential: defineRoute({
    id: "getPullCredential",
    method: "GET",
    path: "/pull-credentials/{pull_credential_id}",
    tag,
    summary: "Read a pull credential",
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
    description: "It is refused within seconds, for good, and sessions that it opened end. Again is no error.",
    scope: "feeds:write",
    params: pullCredentialParams,
    query: writeQuery,
    responses: { 204: null },
    errors: ["not_found"],
  }),
};
