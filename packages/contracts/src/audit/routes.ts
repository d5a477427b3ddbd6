import { defineRoute } from "../define-route.js";
import { MANAGE_WORKSPACE } from "../scopes.js";
import { auditListQuery, auditListSchema } from "./audit-entry.js";

export const auditRoutes = {
  listAuditLog: defineRoute({
    id: "listAuditLog",
    method: "GET",
    path: "/audit-log",
    tag: "Audit log",
    summary: "List audit log entries, newest first",
    description:
      "Every action on the workspace, API keys, connected apps, members, invitations, channels, feeds, runs, imports, " +
      "sources, destinations, pull credentials and webhook endpoints. Each entry is written in the transaction of its " +
      "action and cannot be changed or deleted. For changes of products, see the event log (GET /events).",
    scope: MANAGE_WORKSPACE,
    query: auditListQuery,
    responses: { 200: auditListSchema },
    errors: ["invalid_cursor"],
  }),
};
