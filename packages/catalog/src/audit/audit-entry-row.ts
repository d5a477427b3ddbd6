import { objectTypeOf } from "@skucast/contracts/audit/actions";
import { type AuditEntry, auditEntrySchema } from "@skucast/contracts/audit/audit-entry";
import type { AuditEntryRow } from "@skucast/db/audit/list-audit-entries";
import type { Names } from "./find-names.js";

/** The objects that an entry refers to: the affected object, the actor, and the app that was used. */
export function objectsOf({ action, actor, object_id: objectId }: AuditEntryRow): { type: string; id: string }[] {
  const [type, id, grantId] = [actor.type, actor.id, actor.grant_id].map(String);
  return [
    { type: objectTypeOf(action), id: objectId },
    { type: type === "api_key" ? type : "member", id: id ?? "" },
    ...(actor.grant_id === undefined ? [] : [{ type: "connected_app", id: grantId ?? "" }]),
  ];
}

/** A stored entry as returned to clients, with the current names of the objects that it refers to. */
export const auditEntryOf = ({ at, object_id: id, actor, ...row }: AuditEntryRow, names: Names): AuditEntry => {
  const name = names.of(actor.type === "api_key" ? "api_key" : "member", String(actor.id));
  const appName = names.of("connected_app", String(actor.grant_id));
  const type = objectTypeOf(row.action);
  const current = names.of(type, id);
  return auditEntrySchema.parse({
    ...row,
    at: at.toISOString(),
    actor: { ...actor, ...(name !== undefined && { name }), ...(appName !== undefined && { app_name: appName }) },
    object: {
      type,
      id,
      name: current ?? nameInDetails(row.details) ?? (id === actor.id ? textOf(actor.email) : null),
      exists: current !== undefined,
    },
  });
};

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** The name of a deleted object, from the details of the entry. */
function nameInDetails(details: AuditEntryRow["details"]): string | null {
  const candidates = [details.name, details.client_name, details.email, details.file_name, details.host];
  return candidates.find((each) => typeof each === "string") ?? null;
}
