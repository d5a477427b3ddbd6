import {
  catalogSettings,
  commonSettings,
  directorySettings,
  importSettings,
  mailOutboxSettings,
  quotaSettings,
  retentionSettings,
} from "@skucast/app-kit/settings";
import { LIMITS } from "@skucast/contracts/limits";
import { fileStoreSettings } from "@skucast/file-store/settings";
import { loadConfig } from "@skucast/service-kit/config";
import { duration, integer, text, url } from "@skucast/service-kit/config-fields";
import { z } from "zod";

export const catalogApiSettings = z.object({
  ...commonSettings,
  ...fileStoreSettings,
  SKUCAST_UPLOADS_DIR: text()
    .prefault(".skucast/uploads")
    .describe("Folder for uploaded files until they are imported; shared with the importer."),
  SKUCAST_REQUESTS_PER_MINUTE: integer({ min: 1, max: 10_000_000 })
    .prefault(String(LIMITS.requestsPerMinute))
    .describe("Maximum number of requests per workspace and minute."),
  SKUCAST_REVOCATION_PROBE: duration()
    .prefault("60s")
    .refine((ms) => ms === 0 || (ms >= 100 && ms <= 86_400_000), { error: "must be 0s or from 100ms to 1d" })
    .describe("Interval of measurements of how soon a revoked credential is rejected; 0s turns them off."),
  SKUCAST_FEEDS_URL: url(["http", "https"])
    .optional()
    .describe("URL at which partners reach the feed server. Default: SKUCAST_PUBLIC_URL."),
  SKUCAST_SFTP_ADDRESS: text()
    .optional()
    .describe(
      "host:port at which partners reach the feed server over SFTP. Default: the host of SKUCAST_FEEDS_URL and port 2222.",
    ),
  ...mailOutboxSettings,
  ...importSettings,
  ...quotaSettings,
  ...directorySettings,
  ...retentionSettings,
  ...catalogSettings,
});
export type CatalogApiSettings = z.output<typeof catalogApiSettings>;

export const loadSettings = (): CatalogApiSettings => loadConfig(catalogApiSettings, process.env);
