import type { Event } from "@skucast/contracts/events/event";
import { kindOfType } from "@skucast/contracts/events/event-types";
import type { LoggedEvent } from "@skucast/db/events/read-event-log";

/** A stored event as returned to clients and sent to webhooks. */
export const eventOf = (row: LoggedEvent): Event => ({
  id: row.id,
  type: row.type,
  kind: kindOfType(row.type),
  timestamp: row.createdAt.toISOString(),
  workspace_id: row.workspaceId,
  sequence: Number(row.sequence),
  data: JSON.parse(row.data),
});
