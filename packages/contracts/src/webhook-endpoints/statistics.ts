import { z } from "zod";
import { attemptSchema, DELIVERY_STATUSES } from "../deliveries/delivery.js";
import { timestampSchema } from "../list.js";

/** Length of a bucket by its name. */
export const BUCKET_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;
export const BUCKETS_MAX = 400;
/** At most this many deliveries, the newest ones, are counted. */
export const COUNTED_DELIVERIES_MAX = 10_000;

export const statisticsQuery = z.object({
  since: timestampSchema.optional().describe("Default: a day ago."),
  until: timestampSchema.optional().describe("Default: now."),
  bucket: z
    .enum(["minute", "hour", "day"])
    .default("hour")
    .describe(`At most the last ${BUCKETS_MAX} buckets of the time range are returned.`),
});
export type StatisticsQuery = z.output<typeof statisticsQuery>;

const figures = {
  attempts: z.int(),
  delivered: z.int().describe("Attempts with a 2xx response."),
  success_rate: z.number().nullable().describe("From 0 to 1; null without attempts."),
  latency_p50_ms: z.int().nullable().describe("p50 of attempts that got a response; null if none did."),
  latency_p95_ms: z.int().nullable().describe("p95 of attempts that got a response; null if none did."),
};

const lastFailureSchema = attemptSchema
  .pick({ started_at: true, status_code: true, error: true })
  .extend({ delivery_id: z.string(), outcome: attemptSchema.shape.outcome.exclude(["delivered"]) });

export const statisticsSchema = z
  .object({
    since: z.iso
      .datetime()
      .describe(
        `Start of the covered time: later than requested if there were more than ${COUNTED_DELIVERIES_MAX} deliveries or too many buckets.`,
      ),
    until: z.iso.datetime(),
    bucket: z.enum(["minute", "hour", "day"]),
    deliveries: z.record(z.enum(DELIVERY_STATUSES), z.int()).describe("Deliveries created in this time, by status."),
    oldest_undelivered_at: z.iso.datetime().nullable().describe("Creation time of the oldest pending delivery."),
    total: z.object(figures),
    last_hour: z
      .object({ attempts: figures.attempts, delivered: figures.delivered })
      .describe("Attempts within the last hour before until."),
    last_failure: lastFailureSchema.nullable().describe("The newest failed attempt."),
    buckets: z
      .array(z.object({ start: z.iso.datetime(), ...figures }))
      .describe("Buckets with attempts, in order of time."),
  })
  .meta({ id: "WebhookStatistics" });
export type Statistics = z.output<typeof statisticsSchema>;
