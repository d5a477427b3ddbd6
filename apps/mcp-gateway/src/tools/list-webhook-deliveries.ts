import { listAllDeliveries, listDeliveries } from "@skucast/catalog/deliveries/list-deliveries";
import { getWebhookEndpoint } from "@skucast/catalog/webhook-endpoints/get-webhook-endpoint";
import { listWebhookEndpoints } from "@skucast/catalog/webhook-endpoints/list-webhook-endpoints";
import { readStatistics } from "@skucast/catalog/webhook-endpoints/read-statistics";
import { DELIVERY_STATUSES, type Delivery, deliverySchema } from "@skucast/contracts/deliveries/delivery";
import { idSchema } from "@skucast/contracts/ids";
import { LIMITS } from "@skucast/contracts/limits";
import { validationFailed } from "@skucast/contracts/problem";
import { BUCKET_MS } from "@skucast/contracts/webhook-endpoints/statistics";
import type { WebhookEndpoint } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { z } from "zod";
import { defineTool, READS, type ToolCall } from "./define-tool.js";
import { estimateTokens } from "./parts/count-tokens.js";
import { pageInput, pageOutput, toolPage } from "./parts/tool-page.js";
import { createView } from "./parts/view.js";

const TREND_OF_ONE = { pointer: "/endpoint_id", code: "required", message: "is required with trend_hours" };
const NO_ENDPOINTS = "There is no webhook endpoint. Owners and admins add them in the dashboard, or over the REST API.";

/** Enough of a receiver's response to see why it rejected a delivery. */
const ANSWER_CHARACTERS_MAX = 300;

const view = createView({
  key: "id",
  concise: [
    "id",
    "endpoint_id",
    "event_id",
    "status",
    "attempt_count",
    "next_attempt_at",
    "created_at",
    "last_attempt",
  ],
  known: [...Object.keys(deliverySchema.shape), "last_attempt"],
  defaultFormat: "concise",
});

const endpointOutput = z.object({
  id: z.string(),
  url: z.string(),
  status: z.string(),
  disabled_reason: z.string().nullable(),
  failing_since: z.string().nullable(),
});
type Endpoint = Pick<WebhookEndpoint, keyof z.output<typeof endpointOutput>>;

export const listWebhookDeliveries = defineTool({
  name: "list_webhook_deliveries",
  title: "List webhook deliveries",
  description:
    "Lists the deliveries to webhook endpoints, newest first, with the outcome of the last attempt. Use it to find out " +
    "why a receiver got nothing. Without arguments: the endpoints and their status.",
  scopes: ["webhooks:read"],
  wholeWorkspaceOnly: true,
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
    endpoints: z.array(endpointOutput),
    deliveries: z.array(z.looseObject({ id: z.string() })),
    trend: z
      .array(z.looseObject({ start: z.string() }))
      .nullable()
      .describe("With trend_hours: the hours with attempts, their success rate and latency."),
    hint: z.string().nullable().describe("Why deliveries wait."),
    ...pageOutput,
  }),
  remedies: { not_found: "Call it without endpoint_id to see the endpoints." },
  run: async (call) => {
    const { ctx, principal, input } = call;
    const { endpoint_id: endpointId, status, event_id: eventId } = input;
    if (endpointId === undefined && input.trend_hours !== undefined) throw validationFailed([TREND_OF_ONE]);
    if (endpointId === undefined && status === undefined && eventId === undefined) {
      const endpoints = await endpointsOf(call);
      const hint = endpoints.length === 0 ? NO_ENDPOINTS : "Pass endpoint_id or status to see deliveries.";
      return { endpoints, deliveries: [], trend: null, hint, next_cursor: null, cut: null };
    }
    const endpoint =
      endpointId === undefined
        ? undefined
        : await getWebhookEndpoint({ ctx: ctx.catalog, principal, input: { id: endpointId } });
    const trend = endpoint === undefined ? null : await trendOf(call, endpoint.id);
    const { items: deliveries, ...page } = await toolPage(call, {
      name: "deliveries",
      filter: { endpointId, status, eventId },
      read: (window) => {
        const of = { ctx: ctx.catalog, principal };
        const asked = { ...window, status, eventId };
        return endpointId === undefined
          ? listAllDeliveries({ ...of, input: asked })
          : listDeliveries({ ...of, input: { ...asked, endpointId } });
      },
      positionOf: ({ id }) => id,
      show: (delivery) => view.show(shortened(delivery), input),
      tokensMax: LIMITS.toolAnswerTokensMax - estimateTokens(JSON.stringify(trend)),
    });
    return {
      endpoints: endpoint === undefined ? await endpointsOf(call) : [shownEndpoint(endpoint)],
      deliveries,
      trend,
      hint: endpoint === undefined ? null : await waitingHint(call, endpoint),
      ...page,
    };
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
  return items.map(shownEndpoint);
}

const shownEndpoint = ({ id, url, status, disabled_reason, failing_since }: WebhookEndpoint): Endpoint => ({
  id,
  url,
  status,
  disabled_reason,
  failing_since,
});

/** Why pending deliveries are not attempted; null if the endpoint works. */
async function waitingHint(
  { ctx, principal }: ToolCall,
  { id, status, ordering, failing_since }: WebhookEndpoint,
): Promise<string | null> {
  if (status !== "active") return `The endpoint is ${status}: its deliveries wait until it is active again.`;
  if (failing_since === null) return null;
  const asked = { endpointId: id, since: new Date(0).toISOString(), bucket: "hour" as const };
  const { last_failure: last } = await readStatistics({ ctx: ctx.catalog, principal, input: asked });
  const failed = last && `the last was ${last.delivery_id}: ${last.outcome}, ${last.status_code ?? last.error ?? ""}`;
  return [
    `All attempts since ${failing_since} have failed${failed ? `; ${failed}` : ""}.`.replace(/\.+$/, "."),
    "Failed deliveries stay pending and are attempted again at next_attempt_at.",
    ...(ordering === "per_object" ? [WAITS_IN_ORDER] : []),
  ].join(" ");
}

const WAITS_IN_ORDER =
  "Those without next_attempt_at wait for an earlier delivery about the same object (ordering per_object).";

function shortened(delivery: Delivery) {
  const attempts = delivery.attempts.map((attempt) => ({
    ...attempt,
    response_body: attempt.response_body?.slice(0, ANSWER_CHARACTERS_MAX) ?? null,
  }));
  return { ...delivery, attempts, last_attempt: attempts.at(-1) ?? null };
}
