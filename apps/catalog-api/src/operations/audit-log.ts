import { listAuditLog } from "@skucast/catalog/audit/list-audit-log";
import type { auditRoutes } from "@skucast/contracts/audit/routes";
import type { HandlersOf } from "@skucast/http-kit/handler";
import type { ApiContext } from "../context.js";
import { page } from "./pages.js";

export function auditOperations({ catalog: ctx, cursors }: ApiContext): HandlersOf<typeof auditRoutes> {
  return {
    listAuditLog: (call) => {
      const { action, actor_id: actorId, object_id: objectId, since, until } = call.query;
      const filter = { action, actorId, objectId, since, until };
      return page(cursors, call, { name: "audit-log", filter }, (input) =>
        listAuditLog({ ctx, principal: call.principal, input: { ...input, ...filter } }),
      );
    },
  };
}
