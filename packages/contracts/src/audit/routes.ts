import { defineRoute } from "../define-route.js";
import { MANAGE_WORKSPACE } from "../scopes.js";
import { auditExportQuery, auditListQuery, auditListSchema } from "./audit-entry.js";

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
      "action and cannot be changed or deleted. Changes of products are in the event log (GET /events), each with " +
      "changed_by. With the id of a product as object_id, this list shows that product's changes and who made them, " +
      "read from its events, as far back as events are kept; a page may then have fewer entries than limit.",
    scope: MANAGE_WORKSPACE,
    query: auditListQuery,
    responses: { 200: auditListSchema },
    errors: ["invalid_cursor"],
  }),
  exportAuditLog: defineRoute({
    id: "exportAuditLog",
    method: "GET",
    path: "/audit-log/export",
    tag: "Audit log",
    summary: "Download audit log entries, newest first",
    description:
      "All entries that match the filters, as one file. The download is an entry itself, audit_log.exported, with the filters.",
    scope: MANAGE_WORKSPACE,
    query: auditExportQuery,
    fileTypes: ["application/jsonl", "text/csv"],
    responses: { 200: "file" },
    errors: [],
  }),
};
