import type { AuditAction } from "@skucast/contracts/audit/actions";
import { type AuditActorType, type AuditEntry, auditIdAt } from "@skucast/contracts/audit/audit-entry";
import { MANAGE_WORKSPACE } from "@skucast/contracts/scopes";
import { listAuditEntries } from "@skucast/db/audit/list-audit-entries";
import type { Call } from "../call.js";
import { type Page, type PageRequest, pageOf } from "../page.js";
import { runRead } from "../transactions.js";
import { auditEntryOf, objectsOf } from "./audit-entry-row.js";
import { findNames } from "./find-names.js";
import { listProductChanges } from "./list-product-changes.js";

/** Which entries are wanted. Absent members exclude none. */
export interface AuditFilter {
  readonly action?: AuditAction | undefined;
  readonly actorId?: string | undefined;
  readonly actorType?: AuditActorType | undefined;
  readonly objectId?: string | undefined;
  /** Only entries at or after this time. */
  readonly since?: string | undefined;
  /** Only entries before this time. */
  readonly until?: string | undefined;
}

/** A page of the audit log, newest first. With the id of a product, its changes; see listProductChanges. */
export function listAuditLog(call: Call<PageRequest & AuditFilter>): Promise<Page<AuditEntry>> {
  const { after, limit, since, until, ...filter } = call.input;
  const { action, objectId: productId } = filter;
  if (productId?.startsWith("prod_") && action === undefined)
    return listProductChanges({ ...call, input: { ...call.input, productId } });
  return runRead(call, MANAGE_WORKSPACE, async (tx, workspaceId) => {
    const client = { query: <Row>(text: string, values: unknown[]) => tx.$queryRawUnsafe<Row[]>(text, ...values) };
    const fromId = since === undefined ? undefined : auditIdAt(since);
    const beforeId = after !== "" ? after : until === undefined ? undefined : auditIdAt(until);
    const rows = await listAuditEntries(client, { workspaceId, fromId, beforeId, ...filter, limit: limit + 1 });
    const { items, next } = pageOf(rows, limit);
    const names = await findNames(tx, workspaceId, items.flatMap(objectsOf));
    return { items: items.map((row) => auditEntryOf(row, names)), next };
  });
}
