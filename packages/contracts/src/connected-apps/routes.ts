import { defineRoute } from "../define-route.js";
import { connectedAppListQuery, connectedAppListSchema, connectedAppParams, writeQuery } from "./connected-app.js";

const tag = "Connected apps";

/** No scope: the operations decide which apps a principal may see. */
export const connectedAppRoutes = {
  listConnectedApps: defineRoute({
    id: "listConnectedApps",
    method: "GET",
    path: "/connected-apps",
    tag,
    summary: "List connected apps",
    description:
      "Apps that act for users in this workspace. Owners, admins and API keys that may manage the workspace see all apps; " +
      "other members see their own. Apps cannot call this.",
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
      "Its access and refresh tokens are rejected everywhere within seconds, and its open streams are closed. " +
      "Disconnecting it again is not an error.",
    scope: null,
    params: connectedAppParams,
    query: writeQuery,
    responses: { 204: null },
    errors: ["forbidden", "not_found"],
  }),
};
