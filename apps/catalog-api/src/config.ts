import { commonSettings } from "@skucast/app-kit/settings";
import { LIMITS } from "@skucast/contracts/limits";
import { loadConfig } from "@skucast/service-kit/config";
import { integer, text } from "@skucast/service-kit/config-fields";
import { z } from "zod";

export const catalogApiSettings = z.object({
  ...commonSettings,
  SKUCAST_FILES_DIR: text()
    .prefault(".skucast/files")
    .describe("Folder of the files of runs, shared with sftp-exporter."),
  SKUCAST_REQUESTS_PER_MINUTE: integer({ min: 1, max: 10_000_000 })
    .prefault(String(LIMITS.requestsPerMinute))
    .describe("Requests that each workspace may send in a minute."),
});
export type CatalogApiSettings = z.output<typeof catalogApiSettings>;

export const loadSettings = (): CatalogApiSettings => loadConfig(catalogApiSettings, process.env);
