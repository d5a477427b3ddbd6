import { defineRoute } from "../define-route.js";
import {
  savedViewBodySchema,
  savedViewListQuery,
  savedViewListSchema,
  savedViewParams,
  savedViewSchema,
  savedViewWriteQuery,
} from "./saved-view.js";

const tag = "Token";

export const savedViewRoutes = {
  listSavedViews: defineRoute({
    id: "listSavedViews",
    method: "GET",
    path: "/me/saved-views",
    tag,
    summary: "List the views that the signed-in user saved in this workspace",
    description: "Only for browser sessions: no other member sees a person's views.",
    scope: null,
    query: savedViewListQuery,
    responses: { 200: savedViewListSchema },
    errors: ["forbidden", "invalid_cursor"],
  }),
  saveView: defineRoute({
    id: "saveView",
    method: "POST",
    path: "/me/saved-views",
    tag,
    summary: "Save a view of a list",
    description: "Only for browser sessions. Replaces your view of the same list with the same name, if there is one.",
    scope: null,
    query: savedViewWriteQuery,
    body: savedViewBodySchema,
    responses: { 200: savedViewSchema },
    errors: ["forbidden", "limit_reached"],
    example: {
      list: "products",
      name: "Drafts of Acme",
      filter: { brand: "Acme", status: "draft" },
      columns: ["sku", "title", "price"],
    },
  }),
  deleteSavedView: defineRoute({
    id: "deleteSavedView",
    method: "DELETE",
    path: "/me/saved-views/{view_id}",
    tag,
    summary: "Delete a saved view",
    description: "Only for browser sessions.",
    scope: null,
    params: savedViewParams,
    query: savedViewWriteQuery,
    responses: { 204: null },
    errors: ["forbidden", "not_found"],
  }),
};
