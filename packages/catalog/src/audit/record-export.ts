import { MANAGE_WORKSPACE } from "@skucast/contracts/scopes";
import type { Call, WriteOptions } from "../call.js";
import { ALLOWED_DURING_DELETION, runChange } from "../transactions.js";
import type { AuditFilter } from "./list-audit-log.js";

/** Checks who may export the audit log, and records the export in it with the filters that were used. */
export function recordAuditExport(
  call: Call<{ readonly format: string; readonly filter: AuditFilter } & WriteOptions>,
): Promise<void> {
  const { format, filter } = call.input;
  const { action, actorId, actorType, objectId, since, until } = filter;
  const given = { action, actor_id: actorId, actor_type: actorType, object_id: objectId, since, until };
  const filters = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return runChange(
    call,
    MANAGE_WORKSPACE,
    ({ audit, workspaceId }) => audit("audit_log.exported", workspaceId, { format, filters }),
    ALLOWED_DURING_DELETION,
  );
}
