import { z } from "zod";
import { idSchema } from "../ids.js";
import { listOf, pageQuery, validateOnlyQuery } from "../list.js";
import { text } from "../text.js";

export const API_KEY_STATUSES = ["active", "revoked"] as const;

export const apiKeyCreateSchema = z.strictObject({
  name: text(100).describe("What the key is for; shown in lists and in the audit log."),
});
export type ApiKeyCreate = z.output<typeof apiKeyCreateSchema>;

export const apiKeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    prefix: z.string().describe("How every secret of this kind begins."),
    last_four: z.string().describe("How this one's secret ends."),
    status: z.enum(API_KEY_STATUSES),
    created_at: z.iso.datetime(),
    created_by: z.string().nullable().describe("Id of the user or of the API key that made it, or command-line."),
    last_used_at: z.iso.datetime().nullable().describe("Noted within about a minute."),
    revoked_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "ApiKey" });
export type ApiKey = z.output<typeof apiKeySchema>;

/** The answer to creation: the only one that holds the secret. */
export const apiKeyCreatedSchema = apiKeySchema
  .extend({ secret: z.string().describe("Shown once: the token to send as Bearer.") })
  .meta({ id: "ApiKeyCreated" });

export const apiKeyParams = z.object({ api_key_id: idSchema("key") });
export const apiKeyListQuery = z.object({ ...pageQuery, status: z.enum(API_KEY_STATUSES).optional() });
export const apiKeyListSchema = listOf(apiKeySchema);
export const writeQuery = z.object(validateOnlyQuery);
