import { listAuditLog } from "@skucast/catalog/audit/list-audit-log";
import { recordAuditExport } from "@skucast/catalog/audit/record-export";
import type { auditRoutes } from "@skucast/contracts/audit/routes";
import type { HandlersOf } from "@skucast/http-kit/handler";
import { auditFilterOf, renderAuditLog } from "../audit/render-audit-log.js";
import type { ApiContext } from "../context.js";
import { page } from "./pages.js";
import { writeOptions } from "./write-options.js";

export function auditOperations({ catalog: ctx, cursors }: ApiContext): HandlersOf<typeof auditRoutes> {
  return {
    listAuditLog: (call) => {
      const filter = auditFilterOf(call.query);
      return page(cursors, call, { name: "audit-log", filter }, (input) =>
        listAuditLog({ ctx, principal: call.principal, input: { ...input, ...filter } }),
      );
    },

    exportAuditLog: async (call) => {
      const { principal, query } = call;
      const { format } = query;
      const { origin } = writeOptions(call);
      const filter = auditFilterOf(query);
      // Before the response starts, because it then cannot become a problem.
      await recordAuditExport({ ctx, principal, input: { format, filter, origin } });
      return renderAuditLog({ ctx, principal, format, filter });
    },
  };
}
