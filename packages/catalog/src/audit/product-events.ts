import type { Event } from "@skucast/contracts/events/event";
import { LIMITS } from "@skucast/contracts/limits";
import { bindingOf } from "@skucast/contracts/principal";
import { inWorkspace } from "@skucast/db/database";
import { readNewestEvents } from "@skucast/db/events/read-event-log";
import type { Call } from "../call.js";
import { eventOf } from "../events/event-row.js";
import { idsWithin } from "../ids-within.js";
import type { Page, PageRequest } from "../page.js";
import type { Names } from "./find-names.js";

interface ProductEvents extends PageRequest {
  readonly productId: string;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

const TYPES = ["product.created", "product.updated", "product.deleted"];
/** The actor of changes from before events recorded who made them. */
const UNKNOWN = { type: "unknown", id: "unknown" };

/**
 * Events of one product, newest first. A page reads a bounded number of events of the workspace and may have fewer than
 * requested although there are more.
 */
export async function readProductEvents({ ctx, principal, input }: Call<ProductEvents>): Promise<Page<Event>> {
  const { productId: objectId, after, since: createdAfter, until: createdBefore, limit } = input;
  const ids = idsWithin("evt", { after, createdAfter, createdBefore });
  const bounds = { rowsMax: limit, bytesMax: LIMITS.eventPageBytesMax, scanRowsMax: LIMITS.pageScanRowsMax };
  const filter = { workspaceId: principal.workspaceId, types: TYPES, objectId, ids };
  const page = await inWorkspace(ctx.db, bindingOf(principal), (client) => readNewestEvents(client, filter, bounds));
  return { items: page.events.map(eventOf), next: page.hasMore ? page.next : null };
}

/** Who made the change that an event reports. */
export const actorOf = ({ data }: Event) => data.changed_by ?? UNKNOWN;

/** The key, person or import that made the change, and the app through which a person did, as findNames takes them. */
export function actorsOf(event: Event): { type: string; id: string }[] {
  const { type, id, grant_id: grantId } = { grant_id: undefined, ...actorOf(event) };
  return [{ type: typeOfActor(type), id }, ...(grantId === undefined ? [] : [{ type: "connected_app", id: grantId }])];
}

/** The actor with its current name and that of its app, as far as these are known. */
export function namedActorOf(event: Event, names: Names) {
  const actor = { grant_id: undefined, ...actorOf(event) };
  const name = names.of(typeOfActor(actor.type), actor.id);
  const appName = actor.grant_id === undefined ? undefined : names.of("connected_app", actor.grant_id);
  return { ...actor, ...(name !== undefined && { name }), ...(appName !== undefined && { app_name: appName }) };
}

const typeOfActor = (type: string): string => (type === "user" || type === "oauth" ? "member" : type);
