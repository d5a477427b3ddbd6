import { defineRoute } from "../define-route.js";
import { MANAGE_WORKSPACE } from "../scopes.js";
import { singleSignOnPutSchema, singleSignOnSchema, singleSignOnWriteQuery } from "./single-sign-on.js";

const tag = "Single sign-on";
const path = "/workspace/single-sign-on";

export const singleSignOnRoutes = {
  getSingleSignOn: defineRoute({
    id: "getSingleSignOn",
    method: "GET",
    path,
    tag,
    summary: "Retrieve the workspace's single sign-on",
    description: "404 if it is not set up. The client secret is never returned.",
    scope: MANAGE_WORKSPACE,
    responses: { 200: singleSignOnSchema },
    hasUnversionedParts: true,
    errors: ["not_found"],
  }),
  putSingleSignOn: defineRoute({
    id: "putSingleSignOn",
    method: "PUT",
    path,
    tag,
    summary: "Set up or replace single sign-on",
    description:
      "Only for a signed-in owner, after a recent sign-in. People whose address is in one of the domains can then sign in with your identity provider (OpenID Connect, authorization code with PKCE); they become members with their first sign-in. A new issuer or client ends the sessions of the former one. Register the redirect URI `/sign-in/sso/{workspace_id}/callback` of this service at the provider.",
    scope: MANAGE_WORKSPACE,
    recentSignIn: "always",
    query: singleSignOnWriteQuery,
    body: singleSignOnPutSchema,
    responses: { 200: singleSignOnSchema },
    errors: [
      "conflict",
      "precondition_failed",
      "reauthentication_required",
      "confirmed_address_required",
      "target_not_allowed",
    ],
    example: {
      issuer: "https://login.example.com",
      client_id: "skucast",
      client_secret: "…",
      domains: ["example.com"],
      role_claim: "groups",
      role_mapping: [{ value: "catalog-admins", role: "admin" }],
      default_role: "viewer",
    },
  }),
  deleteSingleSignOn: defineRoute({
    id: "deleteSingleSignOn",
    method: "DELETE",
    path,
    tag,
    summary: "Remove single sign-on",
    description:
      "Only for a signed-in owner, after a recent sign-in. Ends the sessions that the provider has started. Members stay; those without a password set one with the link Forgot your password.",
    scope: MANAGE_WORKSPACE,
    recentSignIn: "always",
    query: singleSignOnWriteQuery,
    responses: { 204: null },
    errors: ["not_found", "reauthentication_required"],
  }),
};
