import type { z } from "zod";

/** How a consumer must treat an event; see `EventType.kind`. */
export const EVENT_KINDS = ["state", "fact"] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** One event type as plain data: the webhook catalog, the docs and the appended events are derived from it. */
export interface EventType {
  /** `noun.verb`, lower case: `product.updated`. */
  readonly type: string;
  readonly summary: string;
  /**
   * `state`: `data.object` is the object's state, and a later event of the object supersedes an earlier one. `fact`:
   * something that happened once; every event counts, in any order of arrival.
   */
  readonly kind: EventKind;
  /**
   * `internal` events pass work between our own apps and are never listed or delivered. `direct` events are listed, and
   * delivered only to the endpoint that they were created for. `managers` events are not listed, and delivered only to
   * endpoints that name their type, which only those who may read the audit log see.
   */
  readonly visibility: "public" | "direct" | "managers" | "internal";
  /** Schema of `data`. */
  readonly data: z.ZodType;
  /** An example of `data`, checked by a test against the schema. */
  readonly example: unknown;
}

export function defineEvent<const E extends EventType>(event: E): E {
  return event;
}
