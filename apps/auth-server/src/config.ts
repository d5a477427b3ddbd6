import { addressRanges } from "@skucast/app-kit/address-ranges";
import { commonSettings, mailOutboxSettings, mailSenderSettings } from "@skucast/app-kit/settings";
import { loadConfig } from "@skucast/service-kit/config";
import { choice } from "@skucast/service-kit/config-fields";
import { z } from "zod";

export const authServerSettings = z.object({
  ...commonSettings,
  SKUCAST_ALLOW_CLIENT_TARGETS: addressRanges().describe(
    "Private IP ranges (CIDR, comma-separated) from which documents and keys of OAuth clients may be fetched. Default: none.",
  ),
  ...mailSenderSettings,
  ...mailOutboxSettings,
  SKUCAST_SIGN_UP: choice(["open", "invited"])
    .prefault("invited")
    .describe(
      "Who may create an account: anyone (open), or only people with an invitation (invited). `npm start` sets open unless it is configured otherwise.",
    ),
});
export type AuthServerSettings = z.output<typeof authServerSettings>;

export const loadSettings = (): AuthServerSettings => loadConfig(authServerSettings, process.env);
