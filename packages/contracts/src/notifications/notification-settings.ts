import { z } from "zod";
import { NOTIFICATION_KIND_NAMES, NOTIFICATION_KINDS } from "./notification-kinds.js";

/** A property for each kind, described by its meaning. */
const eachKind = <Schema extends z.ZodType>(schemaOf: (meaning: string) => Schema) =>
  Object.fromEntries(NOTIFICATION_KIND_NAMES.map((kind) => [kind, schemaOf(NOTIFICATION_KINDS[kind])])) as Record<
    (typeof NOTIFICATION_KIND_NAMES)[number],
    Schema
  >;

/** The mails that a member gets about a workspace. */
export const notificationSettingsSchema = z
  .object({
    emails: z
      .object(eachKind((meaning) => z.boolean().describe(meaning)))
      .describe("Whether you get emails about each kind of problem: one when it starts, one when it is over."),
  })
  .meta({ id: "NotificationSettings" });
export type NotificationSettings = z.output<typeof notificationSettingsSchema>;

export const notificationSettingsPatchSchema = z
  .strictObject({
    emails: z
      .strictObject(
        eachKind((meaning) => z.boolean().nullable().describe(`${meaning} null: the default of your role.`)),
      )
      .partial(),
  })
  .partial();
export type NotificationSettingsPatch = z.output<typeof notificationSettingsPatchSchema>;
