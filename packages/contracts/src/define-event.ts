import type { z } from "zod";

/** How a consumer treats an event; see `EventType.kind`. */
export const EVENT_KINDS = ["state", "fact"] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** One event type as plain data: the webhook catalogue, the docs and the appended events are made from it. */
export interface EventType {
  /** `noun.verb`, lower case: `product.updated`. */
  readonly type: string;
  readonly summary: string;
  /**
   * `state`: `data.object` is the object's state, and a later event of the object supersedes an earlier one. `fact`:
   * something that happened once; each one counts, in whatever order they arrive.
   */
  readonly kind: EventKind;
  /**
   * `internal` events move work between our own apps and are never shown or delivered; `direct` ones are shown, and
   * delivered to the one endpoint that they were made for.
   */
  readonly visibility: "public" | "direct" | "internal";
  /** Schema of `data`. */
  readonly data: z.ZodType;
  /** An example of `data`, checked by a test against the schema. */
  readonly example: unknown;
}

export function defineEvent<const E extends EventType>(event: E): E {
  return event;
}
