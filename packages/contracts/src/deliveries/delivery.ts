import { z } from "zod";
import { AUDIT_EVENT_TYPES, PUBLIC_EVENT_TYPES } from "../events/event-types.js";
import { PUBLIC_PREFIXES } from "../events/type-patterns.js";
import { idSchema } from "../ids.js";
import { createdQuery, listOf, pageQuery, validateOnlyQuery } from "../list.js";

export const DELIVERY_STATUSES = ["pending", "delivered", "failed", "cancelled"] as const;

/** How an attempt ended. */
export const ATTEMPT_OUTCOMES = ["delivered", "rejected", "gone", "timeout", "unreachable", "refused_target"] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

/**
 * The longest time, in milliseconds, that an attempt can run if it started as soon as its delivery was planned. No index
 * contains such deliveries, so they are searched among the deliveries that were created within this time.
 */
export const FIRST_ATTEMPT_MS_MAX = 300_000;

/** How many bytes of a receiver's response are stored. */
export const RESPONSE_BODY_KEPT_BYTES = 16_384;

export const attemptSchema = z.object({
  number: z.int(),
  started_at: z.iso.datetime(),
  duration_ms: z.int(),
  outcome: z.enum(ATTEMPT_OUTCOMES),
  status_code: z.int().nullable(),
  error: z.string().nullable(),
  response_body: z.string().nullable().describe("The first 16 kB of the response."),
});

export const deliverySchema = z
  .object({
    id: z.string(),
    event_id: z.string(),
    event_type: z.string().nullable().describe("Null if the event is older than the retention period."),
    endpoint_id: z.string(),
    status: z.enum(DELIVERY_STATUSES),
    attempt_count: z.int(),
    next_attempt_at: z.iso
      .datetime()
      .nullable()
      .describe("Null when the delivery has ended, and while it waits for earlier deliveries about the same object."),
    created_at: z.iso.datetime(),
    completed_at: z.iso.datetime().nullable(),
    attempts: z.array(attemptSchema),
  })
  .meta({ id: "Delivery" });
export type Delivery = z.output<typeof deliverySchema>;

export const deliveryParams = z.object({ delivery_id: idSchema("dlv") });
export const deliveryListQuery = z.object({
  ...pageQuery,
  ...createdQuery,
  status: z.enum(DELIVERY_STATUSES).optional(),
  event_id: idSchema("evt").optional(),
  event_type: z
    .enum([...PUBLIC_EVENT_TYPES, ...AUDIT_EVENT_TYPES, ...PUBLIC_PREFIXES] as [string, ...string[]])
    .optional()
    .describe("Only of this event type, or of several with a prefix such as `feed.run.*`."),
  status_code: z
    .string()
    .regex(/^[1-5](\d\d|xx)$/, "must be a status such as 503, or a class such as 5xx")
    .optional()
    .describe("Only deliveries with an attempt that got this response: `503`, or `5xx` for the class."),
});
export const allDeliveriesQuery = deliveryListQuery.extend({
  endpoint_id: idSchema("whe").optional().describe("Only deliveries to this endpoint."),
});
export const deliveryListSchema = listOf(deliverySchema);
export const writeQuery = z.object(validateOnlyQuery);
