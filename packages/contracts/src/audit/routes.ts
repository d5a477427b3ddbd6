import { defineRoute } from "../define-route.js";
import { MANAGE_WORKSPACE } from "../scopes.js";
import { auditListQuery, auditListSchema } from "./audit-entry.js";

export const auditRoutes = {
  listAuditLog: defineRoute({
    id: "listAuditLog",
    method: "GET",
    path: "/audit-log",
    tag: "Audit log",
    summary: "List who did what, newest first",
    description:
      "Every act on the workspace, API keys, connected apps, members, invitations, channels, feeds, runs, imports, " +
      "sources, destinations, pull credentials and webhook endpoints, written in the transaction of the act. Nothing in it can be " +
      "changed or deleted. What products went through is in the event log (GET /events).",
    scope: MANAGE_WORKSPACE,
    query: auditListQuery,
    responses: { 200: auditListSchema },
    errors: ["invalid_cursor"],
  }),
};
