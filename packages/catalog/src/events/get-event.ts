import type { Event } from "@skucast/contracts/events/event";
import { PUBLIC_EVENT_TYPES } from "@skucast/contracts/events/event-types";
import { type Call, found, reading } from "../resources.js";
import { eventOf } from "./event-row.js";

export function getEvent(call: Call<{ id: string }>): Promise<Event> {
  const { id } = call.input;
  return reading(call, "webhooks:read", async (tx, workspaceId) => {
    const row = await tx.event.findFirst({ where: { workspaceId, id, type: { in: [...PUBLIC_EVENT_TYPES] } } });
    return eventOf(found(row, "event", id));
  });
}
