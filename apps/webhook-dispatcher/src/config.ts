import { commonSettings, mailOutboxSettings, mailSenderSettings, retentionSettings } from "@skucast/app-kit/settings";
import { parsePrivateKeys } from "@skucast/credentials/sealing-keys";
import { loadConfig } from "@skucast/service-kit/config";
import { duration, integer, parsableBy, secret } from "@skucast/service-kit/config-fields";
import { z } from "zod";

export const webhookDispatcherSettings = z.object({
  ...commonSettings,
  SKUCAST_WEBHOOK_TIMEOUT: duration()
    .prefault("15s")
    .refine((ms) => ms >= 1_000 && ms <= 60_000, { error: "must be from 1s to 60s" })
    .describe("Maximum time of one delivery attempt, from connecting to the end of the response."),
  SKUCAST_WEBHOOK_IN_FLIGHT: integer({ min: 1, max: 1_000 })
    .prefault("50")
    .describe("Maximum attempts in flight to one webhook endpoint, for all processes together; reached gradually."),
  SKUCAST_WEBHOOK_PREFETCH: integer({ min: 50, max: 5_000 })
    .prefault("2000")
    .describe("Maximum deliveries that a process has in hand: in flight, or waiting for their endpoint."),
  ...mailSenderSettings,
  ...mailOutboxSettings,
  SKUCAST_HISTORY_KEPT: retentionSettings.SKUCAST_HISTORY_KEPT,
  SKUCAST_WEBHOOK_KEYS: secret()
    .superRefine(parsableBy(parsePrivateKeys))
    .optional()
    .describe(
      "Private keys that decrypt webhook endpoints' signing keys: id:base64 of 32 bytes, the current one first; derived from SKUCAST_ENCRYPTION_KEYS by default.",
    ),
});
export type WebhookDispatcherSettings = z.output<typeof webhookDispatcherSettings>;

export const loadSettings = (): WebhookDispatcherSettings => loadConfig(webhookDispatcherSettings, process.env);
