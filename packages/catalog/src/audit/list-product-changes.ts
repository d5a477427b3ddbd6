import { type AuditActorType, type AuditEntry, auditEntrySchema } from "@skucast/contracts/audit/audit-entry";
import type { Event } from "@skucast/contracts/events/event";
import { MANAGE_WORKSPACE } from "@skucast/contracts/scopes";
import type { WorkspaceTransaction } from "@skucast/db/prisma";
import type { Call } from "../call.js";
import type { Page, PageRequest } from "../page.js";
import { requireScope } from "../require-scope.js";
import { runRead } from "../transactions.js";
import { findNames, type Names } from "./find-names.js";
import { actorOf, actorsOf, namedActorOf, readProductEvents } from "./product-events.js";

interface ProductChanges extends PageRequest {
  readonly productId: string;
  readonly actorId?: string | undefined;
  readonly actorType?: AuditActorType | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/**
 * Changes of one product as entries of the audit log, newest first. They are read from its events, so that a write of
 * products records nothing twice: they reach back as far as events are kept. A page reads a bounded number of events and
 * may have fewer entries than requested although there are more.
 */
export async function listProductChanges(call: Call<ProductChanges>): Promise<Page<AuditEntry>> {
  requireScope(call.principal, MANAGE_WORKSPACE);
  const { productId, actorId, actorType } = call.input;
  const { items: all, next } = await readProductEvents(call);
  const isWanted = ({ id, type }: { readonly id: string; readonly type: string }) =>
    (actorId ?? id) === id && (actorType ?? type) === type;
  const events = all.filter((event) => isWanted(actorOf(event)));
  const items = await runRead(call, MANAGE_WORKSPACE, async (tx, workspaceId) => {
    const names = await findNames(tx, workspaceId, events.flatMap(actorsOf));
    const exists = await productExists(tx, { workspaceId, id: productId, sku: skuOf(events[0]) });
    return events.map((event) => entryOf(event, { names, exists }));
  });
  return { items, next };
}

/** Looks the product up by its SKU, because products have no index by id. */
async function productExists(
  tx: WorkspaceTransaction,
  { workspaceId, id, sku }: { readonly workspaceId: string; readonly id: string; readonly sku: string | null },
): Promise<boolean> {
  if (sku === null) return false;
  const where = { workspaceId, sku, id, deletedAt: null };
  return (await tx.product.findFirst({ where, select: { id: true } })) !== null;
}

const skuOf = (event: Event | undefined): string | null => {
  const object: object = event?.data.object ?? {};
  return "sku" in object && typeof object.sku === "string" ? object.sku : null;
};

function entryOf(event: Event, { names, exists }: { readonly names: Names; readonly exists: boolean }): AuditEntry {
  return auditEntrySchema.parse({
    id: event.id,
    at: event.timestamp,
    actor: namedActorOf(event, names),
    action: event.type,
    object: { type: "product", id: event.data.object.id, name: skuOf(event), exists },
    details: { version: event.sequence, changed: changedFieldsOf(event) },
    ip: null,
    user_agent: null,
    request_id: null,
    server_request_id: null,
  });
}

/** The fields whose former values the event has, or left out because of its size. */
const changedFieldsOf = ({ data: { previous, omitted } }: Event): string[] => [
  ...Object.keys(previous),
  ...(omitted?.previous ?? []),
];
