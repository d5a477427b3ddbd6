import { z } from "zod";
import { idSchema } from "../ids.js";
import { LIMITS } from "../limits.js";
import { listOf, pageQuery, timestampSchema, validateOnlyQuery } from "../list.js";
import { KEY_PERMISSIONS } from "../scopes.js";
import { nameText } from "../text.js";

export const API_KEY_STATUSES = ["active", "expired", "revoked"] as const;

const permissionSchema = z.enum(KEY_PERMISSIONS);

export const apiKeyCreateSchema = z.strictObject({
  name: nameText(100).describe("What the key is for; shown in lists and in the audit log."),
  scopes: z
    .array(permissionSchema)
    .min(1)
    .max(100)
    .nullish()
    .describe("What the key may do. Omit it, or send null, for everything, including scopes added later."),
  expires_at: timestampSchema.nullish().describe("When the key expires. Omit it, or send null, for never."),
  channels: z
    .array(idSchema("ch"))
    .min(1)
    .max(LIMITS.channelsPerWorkspace)
    .nullish()
    .describe(
      "Ids of the channels that the key is limited to. It sees them, their feeds and runs, and the products in them, like a restricted member, and cannot manage the workspace. Omit it, or send null, for the whole workspace.",
    ),
});
export type ApiKeyCreate = z.output<typeof apiKeyCreateSchema>;

export const apiKeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    prefix: z.string().describe("The first characters of every secret of this kind."),
    last_four: z.string().describe("The last four characters of this key's secret."),
    status: z.enum(API_KEY_STATUSES),
    scopes: z.array(permissionSchema).nullable().describe("The scopes that it is limited to; null for everything."),
    expires_at: z.iso.datetime().nullable().describe("When it expires; null for never."),
    channels: z.array(z.string()).nullable().describe("Ids of the channels that it is limited to; null for all."),
    created_at: z.iso.datetime(),
    created_by: z.string().nullable().describe("Id of the user or API key that created it, or command-line."),
    last_used_at: z.iso.datetime().nullable().describe("Updated about once a minute."),
    revoked_at: z.iso.datetime().nullable(),
    management_ended_at: z.iso
      .datetime()
      .nullable()
      .describe(
        "When the key lost workspace:manage, because the person who created it, directly or through another key, was " +
          "removed or is no longer an owner or admin; null if it did not. It keeps its other scopes.",
      ),
  })
  .meta({ id: "ApiKey" });
export type ApiKey = z.output<typeof apiKeySchema>;

/** The response to creation: the only one that contains the secret. */
export const apiKeyCreatedSchema = apiKeySchema
  .extend({ secret: z.string().describe("Shown once: the token to send in the Authorization header as Bearer.") })
  .meta({ id: "ApiKeyCreated" });

export const apiKeyParams = z.object({ api_key_id: idSchema("key") });
export const apiKeyListQuery = z.object({ ...pageQuery, status: z.enum(API_KEY_STATUSES).optional() });
export const apiKeyListSchema = listOf(apiKeySchema);
export const writeQuery = z.object(validateOnlyQuery);
