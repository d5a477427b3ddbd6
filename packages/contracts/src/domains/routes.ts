import { defineRoute } from "../define-route.js";
import { MANAGE_WORKSPACE } from "../scopes.js";
import {
  domainCreateSchema,
  domainListQuery,
  domainListSchema,
  domainParams,
  domainSchema,
  domainWriteQuery,
} from "./domain.js";

const tag = "Domains";

export const domainRoutes = {
  listDomains: defineRoute({
    id: "listDomains",
    method: "GET",
    path: "/domains",
    tag,
    summary: "List the workspace's domains",
    scope: "channels:read",
    query: domainListQuery,
    responses: { 200: domainListSchema },
    errors: ["invalid_cursor"],
  }),
  createDomain: defineRoute({
    id: "createDomain",
    method: "POST",
    path: "/domains",
    tag,
    summary: "Add a domain",
    description:
      "Returns the DNS record and the file that prove it. Publish one of them, then verify the domain. Adding it again returns the same ones.",
    scope: MANAGE_WORKSPACE,
    recentSignIn: "always",
    query: domainWriteQuery,
    body: domainCreateSchema,
    responses: { 200: domainSchema },
    errors: ["limit_reached", "reauthentication_required"],
    example: { domain: "shop.example.com" },
  }),
  verifyDomain: defineRoute({
    id: "verifyDomain",
    method: "POST",
    path: "/domains/{domain}/verify",
    tag,
    summary: "Verify a domain",
    description: "Looks for the DNS record, then for the file. If neither is there, a 409 says what was found.",
    scope: MANAGE_WORKSPACE,
    recentSignIn: "always",
    params: domainParams,
    query: domainWriteQuery,
    responses: { 200: domainSchema },
    errors: ["not_found", "conflict", "reauthentication_required"],
  }),
  deleteDomain: defineRoute({
    id: "deleteDomain",
    method: "DELETE",
    path: "/domains/{domain}",
    tag,
    summary: "Remove a domain",
    description: "Products that link to it leave the public directory at once.",
    scope: MANAGE_WORKSPACE,
    recentSignIn: "always",
    params: domainParams,
    query: domainWriteQuery,
    responses: { 204: null },
    errors: ["not_found", "reauthentication_required"],
  }),
};
