import type { Event } from "@skucast/contracts/events/event";
import { AUDIT_EVENT_TYPES, PUBLIC_EVENT_TYPES } from "@skucast/contracts/events/event-types";
import type { Call } from "../call.js";
import { requireFound } from "../require-found.js";
import { runRead } from "../transactions.js";
import { eventOf } from "./event-row.js";

/** An event that clients can see. Row-level security hides entries of the audit log from those who may not read it. */
export function getEvent(call: Call<{ id: string }>): Promise<Event> {
  const { id } = call.input;
  return runRead(call, "webhooks:read", async (tx, workspaceId) => {
    const row = await tx.event.findFirst({
      where: { workspaceId, id, type: { in: [...PUBLIC_EVENT_TYPES, ...AUDIT_EVENT_TYPES] } },
    });
    return eventOf(requireFound(row, "event", id));
  });
}
