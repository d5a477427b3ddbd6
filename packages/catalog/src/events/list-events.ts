import type { Event } from "@skucast/contracts/events/event";
import { SUBSCRIBABLE_EVENT_TYPES } from "@skucast/contracts/events/event-types";
import { type Call, type Page, type PageRequest, pageOf, reading } from "../resources.js";
import { eventOf } from "./event-row.js";

/** A page of events, newest first. */
export function listEvents(call: Call<PageRequest & { type?: string | undefined }>): Promise<Page<Event>> {
  const { after, limit, type } = call.input;
  return reading(call, "webhooks:read", async (tx, workspaceId) => {
    const types = { type: type ?? { in: [...SUBSCRIBABLE_EVENT_TYPES] } };
    const where = { workspaceId, ...(after !== "" && { id: { lt: after } }), ...types };
    const rows = await tx.event.findMany({ where, orderBy: { id: "desc" }, take: limit + 1 });
    const { items, next } = pageOf(rows, limit);
    return { items: items.map(eventOf), next };
  });
}
