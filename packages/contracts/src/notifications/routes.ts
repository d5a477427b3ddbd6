import { z } from "zod";
import { defineRoute } from "../define-route.js";
import { validateOnlyQuery } from "../list.js";
import { notificationSettingsPatchSchema, notificationSettingsSchema } from "./notification-settings.js";

const tag = "Token";

export const notificationRoutes = {
  getNotificationSettings: defineRoute({
    id: "getNotificationSettings",
    method: "GET",
    path: "/me/notifications",
    tag,
    summary: "Retrieve which emails the signed-in user gets about this workspace",
    description: "Only for browser sessions: the settings belong to a person.",
    scope: null,
    responses: { 200: notificationSettingsSchema },
    errors: ["forbidden"],
  }),
  updateNotificationSettings: defineRoute({
    id: "updateNotificationSettings",
    method: "PATCH",
    path: "/me/notifications",
    tag,
    summary: "Choose which emails the signed-in user gets about this workspace",
    description:
      "Only for browser sessions. Kinds that the body does not name stay as they are. Owners, admins and editors get all " +
      "emails by default, viewers none. Members who are restricted to channels get only emails about these channels.",
    scope: null,
    query: z.object(validateOnlyQuery),
    body: notificationSettingsPatchSchema,
    responses: { 200: notificationSettingsSchema },
    errors: ["forbidden"],
    example: { emails: { run_held: true, endpoint_failing: false } },
  }),
};
