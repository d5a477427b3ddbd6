import { listAuditLog } from "@skucast/catalog/audit/list-audit-log";
import { requireScope } from "@skucast/catalog/require-scope";
import type { auditRoutes } from "@skucast/contracts/audit/routes";
import { MANAGE_WORKSPACE } from "@skucast/contracts/scopes";
import type { HandlersOf } from "@skucast/http-kit/handler";
import { auditFilterOf, renderAuditLog } from "../audit/render-audit-log.js";
import type { ApiContext } from "../context.js";
import { page } from "./pages.js";

export function auditOperations({ catalog: ctx, cursors }: ApiContext): HandlersOf<typeof auditRoutes> {
  return {
    listAuditLog: (call) => {
      const filter = auditFilterOf(call.query);
      return page(cursors, call, { name: "audit-log", filter }, (input) =>
        listAuditLog({ ctx, principal: call.principal, input: { ...input, ...filter } }),
      );
    },

    exportAuditLog: async ({ principal, query }) => {
      requireScope(principal, MANAGE_WORKSPACE);
      return renderAuditLog({ ctx, principal, format: query.format, filter: auditFilterOf(query) });
    },
  };
}
