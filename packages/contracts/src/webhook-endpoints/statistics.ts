import { z } from "zod";
import { attemptSchema, DELIVERY_STATUSES } from "../deliveries/delivery.js";
import { momentSchema } from "../list.js";

/** Length of a bucket by its name. */
export const BUCKET_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;
export const BUCKETS_MAX = 400;
/** So many deliveries, the newest ones, are counted. */
export const COUNTED_DELIVERIES_MAX = 20_000;

export const statisticsQuery = z.object({
  since: momentSchema.optional().describe("Default: a day ago."),
  until: momentSchema.optional().describe("Default: now."),
  bucket: z
    .enum(["minute", "hour", "day"])
    .default("hour")
    .describe(`Of a window of more than ${BUCKETS_MAX} buckets the last ${BUCKETS_MAX} are answered.`),
});
export type StatisticsQuery = z.output<typeof statisticsQuery>;

const figures = {
  attempts: z.int(),
  delivered: z.int().describe("Attempts that were answered with 2xx."),
  success_rate: z.number().nullable().describe("From 0 to 1; null without an attempt."),
  latency_p50_ms: z.int().nullable().describe("Of attempts that were answered; null when none was."),
  latency_p95_ms: z.int().nullable(),
};

const lastFailureSchema = attemptSchema
  .pick({ started_at: true, status_code: true, error: true })
  .extend({ delivery_id: z.string(), outcome: attemptSchema.shape.outcome.exclude(["delivered"]) });

export const statisticsSchema = z
  .object({
    since: z.iso
      .datetime()
      .describe(
        `From when the figures are whole: later than asked when there were more than ${COUNTED_DELIVERIES_MAX} deliveries, or more buckets than fit.`,
      ),
    until: z.iso.datetime(),
    bucket: z.enum(["minute", "hour", "day"]),
    deliveries: z
      .record(z.enum(DELIVERY_STATUSES), z.int())
      .describe("Deliveries made in the window, by their status."),
    oldest_undelivered_at: z.iso.datetime().nullable().describe("Since when the oldest pending delivery waits."),
    total: z.object(figures),
    last_hour: z
      .object({ attempts: figures.attempts, delivered: figures.delivered })
      .describe("Of these, the attempts of the hour before until."),
    last_failure: lastFailureSchema.nullable().describe("The newest of these attempts that was not delivered."),
    buckets: z.array(z.object({ start: z.iso.datetime(), ...figures })).describe("Only those with attempts, in order."),
  })
  .meta({ id: "WebhookStatistics" });
export type Statistics = z.output<typeof statisticsSchema>;
