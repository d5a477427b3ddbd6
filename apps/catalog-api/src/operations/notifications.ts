import { getNotificationSettings } from "@skucast/catalog/notifications/get-notification-settings";
import { updateNotificationSettings } from "@skucast/catalog/notifications/update-notification-settings";
import type { notificationRoutes } from "@skucast/contracts/notifications/routes";
import type { HandlersOf } from "@skucast/http-kit/handler";
import type { ApiContext } from "../context.js";
import { writeOptions } from "./write-options.js";

export const notificationOperations = ({ catalog: ctx }: ApiContext): HandlersOf<typeof notificationRoutes> => ({
  getNotificationSettings: async ({ principal }) => ({
    json: await getNotificationSettings({ ctx, principal, input: {} }),
  }),

  updateNotificationSettings: async (call) => {
    const { principal, body: patch } = call;
    return { json: await updateNotificationSettings({ ctx, principal, input: { patch, ...writeOptions(call) } }) };
  },
});
