import { EVENT_TYPES } from "@skucast/contracts/events/event-types";
import { z } from "zod";
import type { Json, SchemaCollector } from "./openapi-schemas.js";

/** The webhooks by event type, for OpenAPI's `webhooks`. */
export function webhooksOf(schemas: SchemaCollector): Json {
  const published = EVENT_TYPES.filter(({ visibility }) => visibility !== "internal");
  return Object.fromEntries(published.map((event) => [event.type, { post: webhookOf(event, schemas) }]));
}

function webhookOf(
  { type, kind, summary, data, example }: (typeof EVENT_TYPES)[number],
  schemas: SchemaCollector,
): Json {
  const envelope = z.object({
    id: z.string(),
    type: z.literal(type),
    kind: z.literal(kind),
    timestamp: z.iso.datetime().describe("Time of the event."),
    workspace_id: z.string(),
    sequence: z.int().describe("Number of this change of the object."),
    data,
  });
  return {
    operationId: `webhook.${type}`,
    summary,
    description:
      "A POST request as defined by Standard Webhooks. Verify the signature over the raw body, answer 2xx once it is stored, " +
      "and expect repeats with the same webhook-id.",
    tags: ["Events"],
    security: [],
    parameters: ["WebhookId", "WebhookTimestamp", "WebhookSignature"].map((name) => ({
      $ref: `#/components/parameters/${name}`,
    })),
    requestBody: {
      required: true,
      content: {
        "application/json": { schema: schemas.schemaOf(envelope, "output"), example: envelopeOf(type, kind, example) },
      },
    },
    responses: {
      "2XX": { description: "Received. The event is not sent again." },
      410: { description: "The endpoint is gone and will be disabled." },
      default: { description: "Not received. The event is sent again, after Retry-After if present." },
    },
  };
}

const envelopeOf = (type: string, kind: string, data: unknown): Json => ({
  id: "evt_01jd0000000000000000000000",
  type,
  kind,
  timestamp: "2026-11-25T08:00:00.000Z",
  workspace_id: "ws_01jd0000000000000000000000",
  sequence: 2,
  data,
});

/** The webhook headers, for the document's components. */
export const WEBHOOK_PARAMETERS: Json = {
  WebhookId: header("webhook-id", "Id of the event. The same for each attempt."),
  WebhookTimestamp: header(
    "webhook-timestamp",
    "Time of sending in Unix seconds. Reject requests that are more than 5 minutes off.",
  ),
  WebhookSignature: header(
    "webhook-signature",
    "Space-separated signatures of id.timestamp.body: v1 (HMAC-SHA256 with the secret) and v1a (Ed25519).",
  ),
};

function header(name: string, description: string): Json {
  return { name, in: "header", required: true, description, schema: { type: "string" } };
}
