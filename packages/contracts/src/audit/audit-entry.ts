import { z } from "zod";
import { earliestId } from "../ids.js";
import { listOf, pageQuery, timestampSchema } from "../list.js";
import { AUDIT_ACTION_NAMES } from "./actions.js";

const AUDIT_ACTOR_TYPES = ["user", "api_key", "oauth", "client", "system"] as const;
export type AuditActorType = (typeof AUDIT_ACTOR_TYPES)[number];

export const auditEntrySchema = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    actor: z
      .object({
        type: z
          .string()
          .describe(
            "api_key, user, oauth (a user through an app), client (an app by itself) or system; of a product's changes also " +
              "import, and unknown if it was not recorded yet.",
          ),
        id: z
          .string()
          .describe(
            "Id of the API key, user, client or import; for system, the part that acted, such as command-line or housekeeping.",
          ),
        name: z
          .string()
          .optional()
          .describe("Current name of the key or user; absent when it was deleted or has no name."),
        email: z
          .string()
          .optional()
          .describe("The user's email address at that time; removed when the account is deleted."),
        account_deleted: z.literal(true).optional().describe("The user has deleted their account."),
        grant_id: z.string().optional().describe("The connected app through which the user acted."),
        app_name: z.string().optional().describe("The name that the app gave itself."),
      })
      .describe("Who acted."),
    action: z
      .string()
      .describe(
        "One of docs/reference/audit-actions.md, or product.created, product.updated or product.deleted; more may be added.",
      ),
    object: z
      .object({
        type: z.string(),
        id: z.string(),
        name: z
          .string()
          .nullable()
          .describe(
            "Its current name, or its name at that time. For a run, the name of its feed; for an endpoint, its host.",
          ),
        exists: z.boolean().describe("Whether it still exists."),
      })
      .describe("The affected object."),
    details: z.record(z.string(), z.unknown()).describe("Details of the action; never a secret."),
    ip: z.string().nullable().describe("IP address of the client."),
    user_agent: z.string().nullable(),
    request_id: z
      .string()
      .nullable()
      .describe("The Request-Id of the response. If the client sent a well-formed one, it is the client's."),
    server_request_id: z
      .string()
      .nullable()
      .describe(
        "The id that the service gave the request: unique, and not chosen by the client. null in older entries.",
      ),
  })
  .meta({ id: "AuditEntry" });
export type AuditEntry = z.output<typeof auditEntrySchema>;

const idText = z
  .string()
  .max(100)
  .regex(/^[\w:.-]+$/, "must be an id");

const filters = {
  action: z.enum(AUDIT_ACTION_NAMES).optional(),
  actor_id: idText.optional().describe("Only actions of this API key or user."),
  actor_type: z
    .enum(AUDIT_ACTOR_TYPES)
    .optional()
    .describe(
      "Only actions of people (user), API keys (api_key), people through an app (oauth), apps by themselves (client), or automatic ones (system).",
    ),
  object_id: idText.optional().describe("Only actions on this object. With the id of a product, its changes."),
  since: timestampSchema.optional().describe("Only entries at or after this time."),
  until: timestampSchema.optional().describe("Only entries before this time."),
};

export const auditListQuery = z.object({ ...pageQuery, ...filters });
export const auditExportQuery = z.object({
  format: z.enum(["jsonl", "csv"]).default("jsonl").describe("jsonl: entries as in the list. csv: their main fields."),
  ...filters,
});
export const auditListSchema = listOf(auditEntrySchema);

/** Sorts before the id of every entry from this time on, and after the id of every earlier entry. */
export const auditIdAt = (timestamp: string): string => earliestId("aud", Date.parse(timestamp));
