import { catalogSettings, commonSettings, importSettings, retentionSettings } from "@skucast/app-kit/settings";
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
    .describe("Folder of uploaded files that wait to be imported, shared with importer."),
  SKUCAST_REQUESTS_PER_MINUTE: integer({ min: 1, max: 10_000_000 })
    .prefault(String(LIMITS.requestsPerMinute))
    .describe("Requests that each workspace may send in a minute."),
  SKUCAST_REVOCATION_PROBE: duration()
    .prefault("60s")
    .refine((ms) => ms === 0 || (ms >= 100 && ms <= 86_400_000), { error: "must be 0s or from 100ms to 1d" })
    .describe("Pause between two measurements of how soon a revoked credential is refused; 0s for none."),
  SKUCAST_FEEDS_URL: url(["http", "https"])
    .optional()
    .describe("Address at which partners reach the feed-server; default SKUCAST_PUBLIC_URL."),
  SKUCAST_SFTP_ADDRESS: text()
    .optional()
    .describe(
      "host:port at which partners reach the feed-server over SFTP; default the host of SKUCAST_FEEDS_URL and 2222.",
    ),
  ...importSettings,
  ...retentionSettings,
  ...catalogSettings,
});
export type CatalogApiSettings = z.output<typeof catalogApiSettings>;

export const loadSettings = (): CatalogApiSettings => loadConfig(catalogApiSettings, process.env);
