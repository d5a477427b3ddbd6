import { z } from "zod";
import { idSchema } from "../ids.js";
import { pageLanguageSchema } from "../language-schema.js";
import { LIMITS } from "../limits.js";
import { listOf, pageQuery, timestampSchema, validateOnlyQuery } from "../list.js";
import { NOTIFICATION_KIND_NAMES } from "../notifications/notification-kinds.js";

/** A problem that members are notified about. */
export const incidentSchema = z
  .object({
    id: idSchema("inc"),
    kind: z.enum(NOTIFICATION_KIND_NAMES),
    object_id: z
      .string()
      .describe(
        "What has the problem: the id of a feed, source or webhook endpoint; ids of a feed and its destination, with a slash " +
          "between them; or uploads/ and who uploads files.",
      ),
    channel_id: z.string().nullable().describe("The channel of the object; null for none."),
    subject: z.string().describe("What happened, in one line."),
    opened_at: z.iso.datetime(),
    closed_at: z.iso.datetime().nullable().describe("When the problem was over; null while it lasts."),
    closed_subject: z
      .string()
      .nullable()
      .describe("How it ended, in one line; null while it lasts, and for a problem that happened once."),
    is_acknowledged: z.boolean().describe("Whether a member decided what to do about it."),
    is_read: z.boolean().describe("Whether the signed-in user has read its latest state."),
  })
  .meta({ id: "Incident" });
export type Incident = z.output<typeof incidentSchema>;

export const incidentListSchema = listOf(incidentSchema).extend({
  unread_count: z
    .int()
    .describe(`Incidents that the signed-in user has not read; counted up to ${LIMITS.unreadIncidentsCounted}.`),
});

export const incidentListQuery = z.object({
  ...pageQuery,
  language: pageLanguageSchema
    .optional()
    .describe("The language of the subjects. Default: that of the signed-in user, or else English."),
});

export const incidentsReadSchema = z.strictObject({
  until: timestampSchema.describe("Incidents that started and ended until this time are read. It never goes back."),
});
export const incidentWriteQuery = z.object(validateOnlyQuery);
