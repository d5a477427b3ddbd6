import { type AuditActorType, type AuditEntry, auditEntrySchema } from "@skucast/contracts/audit/audit-entry";
import type { Event } from "@skucast/contracts/events/event";
import { LIMITS } from "@skucast/contracts/limits";
import { bindingOf } from "@skucast/contracts/principal";
import { MANAGE_WORKSPACE } from "@skucast/contracts/scopes";
import { inWorkspace } from "@skucast/db/database";
import { readNewestEvents } from "@skucast/db/events/read-event-log";
import type { WorkspaceTransaction } from "@skucast/db/prisma";
import type { Call } from "../call.js";
import { eventOf } from "../events/event-row.js";
import { idsWithin } from "../ids-within.js";
import type { Page, PageRequest } from "../page.js";
import { requireScope } from "../require-scope.js";
import { runRead } from "../transactions.js";
import { findNames, type Names } from "./find-names.js";

interface ProductChanges extends PageRequest {
  readonly productId: string;
  readonly actorId?: string | undefined;
  readonly actorType?: AuditActorType | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

const TYPES = ["product.created", "product.updated", "product.deleted"];
/** The actor of changes from before events recorded who made them. */
const UNKNOWN = { type: "unknown", id: "unknown" };

/**
 * Changes of one product as entries of the audit log, newest first. They are read from its events, so that a write of
 * products records nothing twice: they reach back as far as events are kept. A page reads a bounded number of events and
 * may have fewer entries than requested although there are more.
 */
export async function listProductChanges(call: Call<ProductChanges>): Promise<Page<AuditEntry>> {
  const { ctx, principal, input } = call;
  requireScope(principal, MANAGE_WORKSPACE);
  const { productId: objectId, actorId, actorType, after, since: createdAfter, until: createdBefore, limit } = input;
  const ids = idsWithin("evt", { after, createdAfter, createdBefore });
  const bounds = { rowsMax: limit, bytesMax: LIMITS.eventPageBytesMax, scanRowsMax: LIMITS.pageScanRowsMax };
  const filter = { workspaceId: principal.workspaceId, types: TYPES, objectId, ids };
  const page = await inWorkspace(ctx.db, bindingOf(principal), (client) => readNewestEvents(client, filter, bounds));
  const isWanted = ({ id, type }: { readonly id: string; readonly type: string }) =>
    (actorId ?? id) === id && (actorType ?? type) === type;
  const events = page.events.map(eventOf).filter((event) => isWanted(actorOf(event)));
  const items = await runRead(call, MANAGE_WORKSPACE, async (tx, workspaceId) => {
    const names = await findNames(tx, workspaceId, events.flatMap(actorsOf));
    const exists = await productExists(tx, { workspaceId, id: objectId, sku: skuOf(events[0]) });
    return events.map((event) => entryOf(event, { names, exists }));
  });
  return { items, next: page.hasMore ? page.next : null };
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

const actorOf = ({ data }: Event) => data.changed_by ?? UNKNOWN;

/** The key, person or import that made the change, and the app through which a person did. */
function actorsOf(event: Event): { type: string; id: string }[] {
  const { type, id, grant_id: grantId } = { grant_id: undefined, ...actorOf(event) };
  return [{ type: typeOfActor(type), id }, ...(grantId === undefined ? [] : [{ type: "connected_app", id: grantId }])];
}

const typeOfActor = (type: string): string => (type === "user" || type === "oauth" ? "member" : type);

function entryOf(event: Event, { names, exists }: { readonly names: Names; readonly exists: boolean }): AuditEntry {
  const actor = { grant_id: undefined, ...actorOf(event) };
  const name = names.of(typeOfActor(actor.type), actor.id);
  const appName = actor.grant_id === undefined ? undefined : names.of("connected_app", actor.grant_id);
  return auditEntrySchema.parse({
    id: event.id,
    at: event.timestamp,
    actor: { ...actor, ...(name !== undefined && { name }), ...(appName !== undefined && { app_name: appName }) },
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
