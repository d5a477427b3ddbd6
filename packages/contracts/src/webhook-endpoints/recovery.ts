import { z } from "zod";
import { idSchema } from "../ids.js";
import { listOf, pageQuery, timestampSchema } from "../list.js";

export const RECOVERY_STATUSES = ["running", "completed", "cancelled"] as const;

export const recoveryCreateSchema = z.strictObject({
  since: timestampSchema.describe("Deliver again what has happened since this time and did not reach the endpoint."),
  until: timestampSchema.optional().describe("Only what happened up to this time. Default: now."),
});
export type RecoveryCreate = z.output<typeof recoveryCreateSchema>;

export const replayCreateSchema = z.strictObject({
  since: timestampSchema.describe(
    "Deliver again what has happened since this time, whether or not it was delivered before.",
  ),
  until: timestampSchema.describe("Only what happened up to this time."),
});
export type ReplayCreate = z.output<typeof replayCreateSchema>;

export const recoverySchema = z
  .object({
    id: z.string(),
    endpoint_id: z.string(),
    status: z.enum(RECOVERY_STATUSES),
    since: z.iso.datetime(),
    until: z.iso
      .datetime()
      .describe("The requested end, or the time of the request. Later events are delivered as usual."),
    includes_delivered: z.boolean().describe("Whether it is a replay, which also repeats deliveries that succeeded."),
    reached: z.iso.datetime().describe("Progress between since and until: everything before this time was examined."),
    delivery_count: z.int().describe("Number of deliveries that it has queued so far."),
    created_at: z.iso.datetime(),
    completed_at: z.iso.datetime().nullable().describe("When it completed or was cancelled."),
  })
  .meta({ id: "WebhookRecovery" });
export type Recovery = z.output<typeof recoverySchema>;

export const recoveryParams = z.object({ endpoint_id: idSchema("whe"), recovery_id: idSchema("rec") });
export const recoveryListQuery = z.object(pageQuery);
export const recoveryListSchema = listOf(recoverySchema);
