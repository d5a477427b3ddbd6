import { defineRoute } from "../define-route.js";
import { connectedAppListQuery, connectedAppListSchema, connectedAppParams, writeQuery } from "./connected-app.js";

const tag = "Connected apps";

/** Without a scope: which apps a principal sees, and whether it sees any, is decided by the verbs. */
export const connectedAppRoutes = {
  listConnectedApps: defineRoute({
    id: "listConnectedApps",
    method: "GET",
    path: "/connected-apps",
    tag,
    summary: "List connected apps",
    description:
      "Apps that act for people in this workspace. API keys, owners and admins see all of them, other members their own. " +
      "Apps themselves are refused.",
    scope: null,
    query: connectedAppListQuery,
    responses: { 200: connectedAppListSchema },
    errors: ["forbidden", "invalid_cursor"],
  }),
  revokeConnectedApp: defineRoute({
    id: "revokeConnectedApp",
    method: "DELETE",
    path: "/connected-apps/{connected_app_id}",
    tag,
    summary: "Disconnect an app",
    description:
      "Its access token and its refresh token are refused everywhere within seconds, and its open streams are closed. " +
      "Disconnecting it again is no error.",
    scope: null,
    params: connectedAppParams,
    query: writeQuery,
    responses: { 204: null },
    errors: ["forbidden", "not_found"],
  }),
};
