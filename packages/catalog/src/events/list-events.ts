import type { Event } from "@skucast/contracts/events/event";
import { PUBLIC_EVENT_TYPES } from "@skucast/contracts/events/event-types";
import { type CreatedWithin, idsWithin } from "../ids-within.js";
import { type Call, type Page, type PageRequest, pageOf, reading } from "../resources.js";
import { eventOf } from "./event-row.js";

/** A page of events, newest first. */
export function listEvents(
  call: Call<PageRequest & CreatedWithin & { type?: string | undefined }>,
): Promise<Page<Event>> {
  const { limit, type } = call.input;
  return reading(call, "webhooks:read", async (tx, workspaceId) => {
    const types = { type: type ?? { in: [...PUBLIC_EVENT_TYPES] } };
    const where = { workspaceId, id: idsWithin("evt", call.input), ...types };
    const rows = await tx.event.findMany({ where, orderBy: { id: "desc" }, take: limit + 1 });
    const { items, next } = pageOf(rows, limit);
    return { items: items.map(eventOf), next };
  });
}
