import type { Envelope } from "@skucast/events/envelope";

/** The dispatcher's name in the inbox: an event that stands there under it has been planned. */
export const CONSUMER = "webhook-dispatcher";

/** What planning wants to know of an event. */
export type EventHead = Pick<Envelope, "id" | "type" | "workspace_id" | "data">;
