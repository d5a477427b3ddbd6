import type { Envelope } from "@skucast/events/envelope";

/** The dispatcher's name in the inbox. An event that the inbox holds under it has been planned. */
export const CONSUMER = "webhook-dispatcher";

/** The parts of an event that planning reads. */
export interface PlannableEvent extends Pick<Envelope, "id" | "type" | "workspace_id" | "data"> {
  /** It has waited for its workspace's turn. Its deliveries let single changes go first. */
  readonly isBulk?: boolean;
}
