import { z } from "zod";
import { SUBSCRIBABLE_EVENT_TYPES } from "../events/event-types.js";
import { idSchema } from "../ids.js";
import { listOf, pageQuery, resourceFields, validateOnlyQuery } from "../list.js";
import { text } from "../text.js";
import { urlSchema } from "../url.js";

export const ENDPOINT_STATUSES = ["active", "paused", "disabled"] as const;

const eventTypesSchema = z
  .array(z.enum(["*", ...SUBSCRIBABLE_EVENT_TYPES]))
  .min(1)
  .max(50)
  .describe('Which events are delivered; ["*"] for all.');

const secretSchema = z
  .string()
  .regex(/^whsec_[A-Za-z0-9+/]+={0,2}$/, "must be whsec_ and base64")
  .refine((secret) => secretBytes(secret) >= 24 && secretBytes(secret) <= 64, {
    error: "must hold 24 to 64 bytes",
    params: { code: "not_allowed" },
  });

function secretBytes(secret: string): number {
  const base64 = secret.slice("whsec_".length).replace(/=+$/, "");
  return Math.floor((base64.length * 3) / 4);
}

const fields = {
  url: urlSchema.describe("Receives POST requests signed by Standard Webhooks."),
  description: text(500).nullable(),
  status: z.enum(ENDPOINT_STATUSES),
  event_types: eventTypesSchema,
};

export const webhookEndpointCreateSchema = z.strictObject({
  url: fields.url,
  description: fields.description.default(null),
  status: z.enum(["active", "paused"]).default("active"),
  event_types: fields.event_types.default(["*"]),
  secret: secretSchema.optional().describe("Your own signing secret; without it one is made."),
});
export type WebhookEndpointCreate = z.output<typeof webhookEndpointCreateSchema>;

export const webhookEndpointPatchSchema = z.strictObject({ ...fields, status: z.enum(["active", "paused"]) }).partial();
export type WebhookEndpointPatch = z.output<typeof webhookEndpointPatchSchema>;

export const webhookEndpointSchema = z
  .object({
    id: z.string(),
    ...fields,
    disabled_reason: z.string().nullable(),
    public_key: z.string().nullable().describe("For signatures of the scheme v1a; null until the endpoint has it."),
    ...resourceFields,
  })
  .meta({ id: "WebhookEndpoint" });
export type WebhookEndpoint = z.output<typeof webhookEndpointSchema>;

/** The answer to creation: the only one that holds the secret. */
export const webhookEndpointCreatedSchema = webhookEndpointSchema
  .extend({ secret: z.string().describe("Shown once: whsec_ and base64. Verify deliveries with it.") })
  .meta({ id: "WebhookEndpointCreated" });

export const webhookEndpointParams = z.object({ endpoint_id: idSchema("whe") });
export const webhookEndpointListQuery = z.object(pageQuery);
export const webhookEndpointListSchema = listOf(webhookEndpointSchema);
export const writeQuery = z.object(validateOnlyQuery);
