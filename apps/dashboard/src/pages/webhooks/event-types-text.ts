import { isAuditStream } from "@skucast/contracts/events/event-types";
import { texts } from "../../texts/texts.js";

const { allEvents, auditLog } = texts.webhooks;

/** What an endpoint receives. */
export function eventTypesText(eventTypes: readonly string[]): string {
  if (isAuditStream(eventTypes)) return auditLog;
  return eventTypes.includes("*") ? allEvents : eventTypes.join(", ");
}
