import { newId } from "@skucast/contracts/ids";
import type { TransactionClient } from "@skucast/db/database";
import { appendEvent, type NewEvent } from "@skucast/events/append-event";

/** SQL: whether an endpoint receives the audit log. */
export const IS_AUDIT_STREAM = "event_types ? 'audit_entry.created'";

/**
 * Appends an event about an endpoint and returns its id. One that receives the audit log has no such events, because
 * every other endpoint and every reader of the event log would see them; only the mails to owners and admins use the id.
 */
export async function appendEndpointEvent(
  client: TransactionClient,
  event: NewEvent,
  isAuditStream: boolean,
): Promise<string> {
  return isAuditStream ? newId("evt", event.now.getTime()) : appendEvent(client, event);
}
