import { z } from "zod";
import { earliestId } from "../ids.js";
import { listOf, pageQuery } from "../list.js";
import { AUDIT_ACTION_NAMES } from "./actions.js";

export const auditEntrySchema = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    actor: z
      .object({
        type: z.string().describe("api_key, user, oauth (a user through an app), client (an app by itself) or system."),
        id: z
          .string()
          .describe(
            "Id of the API key, of the user or of the client; of system what acted, such as command-line or housekeeping.",
          ),
        name: z
          .string()
          .optional()
          .describe("What the key or the person is called now; absent of who is gone, and of who has no name."),
        email: z.string().optional().describe("The user's address at that moment."),
        grant_id: z.string().optional().describe("The connected app through which the user acted."),
        app_name: z.string().optional().describe("What that app calls itself."),
      })
      .describe("Who acted."),
    action: z.string().describe("One of docs/reference/audit-actions.md; there may come more."),
    object: z
      .object({
        type: z.string(),
        id: z.string(),
        name: z
          .string()
          .nullable()
          .describe("What it is called now, or was when it was acted on; of a run its feed, of an endpoint its host."),
        exists: z.boolean().describe("Whether it can still be read."),
      })
      .describe("What was acted on."),
    details: z.record(z.string(), z.unknown()).describe("What is worth knowing of the act; never a secret."),
    ip: z.string().nullable().describe("Network address that the request came from."),
    user_agent: z.string().nullable(),
    request_id: z.string().nullable().describe("The Request-Id of the request, as the logs have it."),
  })
  .meta({ id: "AuditEntry" });
export type AuditEntry = z.output<typeof auditEntrySchema>;

const idText = z
  .string()
  .max(100)
  .regex(/^[\w:.-]+$/, "must be an id");
const moment = z.iso.datetime({ offset: true, error: "must be a time such as 2026-11-21T09:00:00Z" });

export const auditListQuery = z.object({
  ...pageQuery,
  action: z.enum(AUDIT_ACTION_NAMES).optional(),
  actor_id: idText.optional().describe("Only what this API key or user did."),
  object_id: idText.optional().describe("Only what was done to this."),
  since: moment.optional().describe("From this time on."),
  until: moment.optional().describe("Before this time."),
});
export const auditListSchema = listOf(auditEntrySchema);

/** The first id that an entry of this moment, or a later one, can have. */
export const auditIdAt = (moment: string): string => earliestId("aud", Date.parse(moment));
