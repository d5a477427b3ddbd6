import { listDeliveries } from "@skucast/catalog/deliveries/list-deliveries";
import { listWebhookEndpoints } from "@skucast/catalog/webhook-endpoints/list-webhook-endpoints";
import { readStatistics } from "@skucast/catalog/webhook-endpoints/read-statistics";
import { DELIVERY_STATUSES, type Delivery, deliverySchema } from "@skucast/contracts/deliveries/delivery";
import { idSchema } from "@skucast/contracts/ids";
import { LIMITS } from "@skucast/contracts/limits";
import { BUCKET_MS } from "@skucast/contracts/webhook-endpoints/statistics";
import { z } from "zod";
import { defineTool, READS, type ToolCall } from "./define-tool.js";
import { estimateTokens } from "./parts/count-tokens.js";
import { pageInput, pageOutput, toolPage } from "./parts/tool-page.js";
import { createView } from "./parts/view.js";

/** Enough of a receiver's response to see why it rejected a delivery. */
const ANSWER_CHARACTERS_MAX = 300;

const view = createView({
  key: "id",
  concise: ["id", "event_id", "status", "attempt_count", "next_attempt_at", "created_at", "last_attempt"],
  known: [...Object.keys(deliverySchema.shape), "last_attempt"],
  defaultFormat: "concise",
});

const endpointOutput = z.object({
  id: z.string(),
  url: z.string(),
  status: z.string(),
  disabled_reason: z.string().nullable(),
});

export const listWebhookDeliveries = defineTool({
  name: "list_webhook_deliveries",
  title: "List webhook deliveries",
  description:
    "Lists the deliveries to a webhook endpoint, newest first, with the outcome of the last attempt. Use it to find out " +
    "why a receiver got nothing. First call it without endpoint_id to see the endpoints and their status.",
  scopes: ["webhooks:read"],
  hints: READS,
  input: z.strictObject({
    endpoint_id: idSchema("whe").optional(),
    status: z.enum(DELIVERY_STATUSES).optional(),
    event_id: idSchema("evt").optional(),
    trend_hours: z.int().min(1).max(LIMITS.toolTrendHoursMax).optional(),
    ...pageInput,
    ...view.input,
  }),
  output: z.object({
    endpoints: z.array(endpointOutput).describe("Only without endpoint_id."),
    deliveries: z.array(z.looseObject({ id: z.string() })),
    trend: z
      .array(z.looseObject({ start: z.string() }))
      .nullable()
      .describe("With trend_hours: the hours with attempts, their success rate and latency."),
    ...pageOutput,
  }),
  remedies: { not_found: "Call it without endpoint_id to see the endpoints." },
  run: async (call) => {
    const { ctx, principal, input } = call;
    const { endpoint_id: endpointId, status, event_id: eventId } = input;
    if (endpointId === undefined) {
      return { endpoints: await endpointsOf(call), deliveries: [], trend: null, next_cursor: null, cut: null };
    }
    const trend = await trendOf(call, endpointId);
    const { items: deliveries, ...page } = await toolPage(call, {
      name: "deliveries",
      filter: { endpointId, status, eventId },
      read: (window) =>
        listDeliveries({ ctx: ctx.catalog, principal, input: { ...window, endpointId, status, eventId } }),
      positionOf: ({ id }) => id,
      show: (delivery) => view.show(shortened(delivery), input),
      tokensMax: LIMITS.toolAnswerTokensMax - estimateTokens(JSON.stringify(trend)),
    });
    return { endpoints: [], deliveries, trend, ...page };
  },
});

/** The attempts of each of the last hours, oldest first; null unless requested. */
async function trendOf(
  { ctx, principal, input }: ToolCall<{ readonly trend_hours?: number | undefined }>,
  endpointId: string,
) {
  if (input.trend_hours === undefined) return null;
  const since = new Date(ctx.catalog.clock.now().getTime() - input.trend_hours * BUCKET_MS.hour).toISOString();
  const asked = { endpointId, since, bucket: "hour" as const };
  return (await readStatistics({ ctx: ctx.catalog, principal, input: asked })).buckets;
}

/** All endpoints of the workspace, which fit on one page. */
async function endpointsOf({ ctx, principal }: ToolCall): Promise<z.output<typeof endpointOutput>[]> {
  const input = { after: "", limit: LIMITS.webhookEndpointsPerWorkspace };
  const { items } = await listWebhookEndpoints({ ctx: ctx.catalog, principal, input });
  return items.map(({ id, url, status, disabled_reason }) => ({ id, url, status, disabled_reason }));
}

function shortened(delivery: Delivery) {
  const attempts = delivery.attempts.map((attempt) => ({
    ...attempt,
    response_body: attempt.response_body?.slice(0, ANSWER_CHARACTERS_MAX) ?? null,
  }));
  return { ...delivery, attempts, last_attempt: attempts.at(-1) ?? null };
}
