import type { Envelope } from "@skucast/events/envelope";

/** The dispatcher's name in the inbox: an event that stands there under it has been planned. */
export const CONSUMER = "webhook-dispatcher";

/** What planning wants to know of an event. */
export interface EventHead extends Pick<Envelope, "id" | "type" | "workspace_id" | "data"> {
  /** It has waited for its workspace's turn: its deliveries let those of others go first. */
  readonly isBulk?: boolean;
}
