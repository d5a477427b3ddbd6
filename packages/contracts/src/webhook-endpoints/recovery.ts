import { z } from "zod";
import { idSchema } from "../ids.js";
import { listOf, momentSchema, pageQuery } from "../list.js";

export const RECOVERY_STATUSES = ["running", "completed", "cancelled"] as const;

export const recoveryCreateSchema = z.strictObject({
  since: momentSchema.describe("What happened from here on, and did not reach the endpoint, is delivered again."),
  until: momentSchema.optional().describe("Only what happened up to here; without it, up to now."),
});
export type RecoveryCreate = z.output<typeof recoveryCreateSchema>;

export const replayCreateSchema = z.strictObject({
  since: momentSchema.describe(
    "What happened from here on is delivered again, whether it was delivered before or not.",
  ),
  until: momentSchema.describe("Only what happened up to here."),
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
      .describe(
        "The end that was asked for, or when it was asked for: what happens later is delivered in the ordinary way.",
      ),
    includes_delivered: z
      .boolean()
      .describe("Whether it is a replay: what was delivered before is delivered once more, too."),
    reached: z.iso
      .datetime()
      .describe("How far it is on the way from since to until: what happened before was looked at."),
    delivery_count: z.int().describe("Deliveries that were made pending so far."),
    created_at: z.iso.datetime(),
    completed_at: z.iso.datetime().nullable().describe("When it reached its end, or was cancelled."),
  })
  .meta({ id: "WebhookRecovery" });
export type Recovery = z.output<typeof recoverySchema>;

export const recoveryParams = z.object({ endpoint_id: idSchema("whe"), recovery_id: idSchema("rec") });
export const recoveryListQuery = z.object(pageQuery);
export const recoveryListSchema = listOf(recoverySchema);
