import { z } from "zod";
import { PUBLIC_EVENT_TYPES } from "../events/event-types.js";
import { PUBLIC_PREFIXES } from "../events/type-patterns.js";
import { idSchema } from "../ids.js";
import { createdQuery, listOf, pageQuery, validateOnlyQuery } from "../list.js";

export const DELIVERY_STATUSES = ["pending", "delivered", "failed", "cancelled"] as const;

/** How an attempt ended. */
export const ATTEMPT_OUTCOMES = ["delivered", "rejected", "gone", "timeout", "unreachable", "refused_target"] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

/**
 * The longest that an attempt which began as its delivery was planned is under way, in milliseconds: no index knows those,
 * so they are looked for among what was created within it.
 */
export const BEGUN_MS_MAX = 300_000;

/** So much of a receiver's answer is kept, in bytes. */
export const RESPONSE_BODY_KEPT_BYTES = 16_384;

export const attemptSchema = z.object({
  number: z.int(),
  started_at: z.iso.datetime(),
  duration_ms: z.int(),
  outcome: z.enum(ATTEMPT_OUTCOMES),
  status_code: z.int().nullable(),
  error: z.string().nullable(),
  response_body: z.string().nullable().describe("The first 16 kB of the answer."),
});

export const deliverySchema = z
  .object({
    id: z.string(),
    event_id: z.string(),
    event_type: z.string().nullable().describe("What happened; null when the event is older than what is kept."),
    endpoint_id: z.string(),
    status: z.enum(DELIVERY_STATUSES),
    attempt_count: z.int(),
    next_attempt_at: z.iso
      .datetime()
      .nullable()
      .describe("Null when it is over, and while it waits for its turn behind others about the same object."),
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
    .enum([...PUBLIC_EVENT_TYPES, ...PUBLIC_PREFIXES] as [string, ...string[]])
    .optional()
    .describe("Only of events of this type, or of a beginning of several such as `feed.run.*`."),
  status_code: z
    .string()
    .regex(/^[1-5](\d\d|xx)$/, "must be a status such as 503, or a class such as 5xx")
    .optional()
    .describe("Only those of which an attempt was answered so: `503`, or `5xx` for the class."),
});
export const allDeliveriesQuery = deliveryListQuery.extend({
  endpoint_id: idSchema("whe").optional().describe("Only of this endpoint."),
});
export const deliveryListSchema = listOf(deliverySchema);
export const writeQuery = z.object(validateOnlyQuery);
