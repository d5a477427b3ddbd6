import type { RequestOrigin } from "@skucast/db/memberships/create-workspace-with-owner";
import { describeDevice } from "../sessions/describe-device.js";

/** Where and when something was done, as mails show it. */
export const mailOrigin = ({ ip, userAgent }: RequestOrigin, at: Date) => ({
  device: describeDevice(userAgent ?? null),
  ip: ip ?? null,
  at: at.toISOString(),
});
