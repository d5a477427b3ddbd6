import { EVENT_TYPES } from "@skucast/contracts/events/event-types";
import { z } from "zod";
import type { Json, SchemaCollector } from "./openapi-schemas.js";

/** What endpoints are sent, by event type: OpenAPI's `webhooks`. */
export function webhooksOf(schemas: SchemaCollector): Json {
  const told = EVENT_TYPES.filter(({ visibility }) => visibility !== "internal");
  return Object.fromEntries(told.map((event) => [event.type, { post: webhookOf(event, schemas) }]));
}

function webhookOf(
  { type, kind, summary, data, example }: (typeof EVENT_TYPES)[number],
  schemas: SchemaCollector,
): Json {
  const envelope = z.object({
    id: z.string(),
    type: z.literal(type),
    kind: z.literal(kind),
    timestamp: z.iso.datetime().describe("When it happened."),
    workspace_id: z.string(),
    sequence: z.int().describe("Counts the changes of the object."),
    data,
  });
  return {
    operationId: `webhook.${type}`,
    summary,
    description:
      "A POST by Standard Webhooks. Check the signature over the body as it came, answer 2xx when it is stored, and expect " +
      "repeats with the same webhook-id.",
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
      "2XX": { description: "Received; it does not come again." },
      410: { description: "The endpoint is no longer wanted, and is disabled." },
      default: { description: "Not received; it comes again, after Retry-After if there is one." },
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

/** The headers of a webhook, for the document's components. */
export const WEBHOOK_PARAMETERS: Json = {
  WebhookId: header("webhook-id", "Id of the event, the same each time that it is sent."),
  WebhookTimestamp: header(
    "webhook-timestamp",
    "Seconds since 1970 at which it was sent; refuse what is 5 minutes off.",
  ),
  WebhookSignature: header(
    "webhook-signature",
    "Signatures with spaces between them: v1 (HMAC-SHA256 with the secret) and v1a (Ed25519) of id.timestamp.body.",
  ),
};

function header(name: string, description: string): Json {
  return { name, in: "header", required: true, description, schema: { type: "string" } };
}
