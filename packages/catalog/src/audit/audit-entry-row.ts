import { objectTypeOf } from "@skucast/contracts/audit/actions";
import { type AuditEntry, auditEntrySchema } from "@skucast/contracts/audit/audit-entry";
import type { AuditEntryRow } from "@skucast/db/audit/list-audit-entries";

/** A stored entry as it is answered. */
export const auditEntryOf = ({ at, object_id, ...row }: AuditEntryRow): AuditEntry =>
  auditEntrySchema.parse({
    ...row,
    at: at.toISOString(),
    object: { type: objectTypeOf(row.action), id: object_id },
  });
