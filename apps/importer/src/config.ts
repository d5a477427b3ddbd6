import {
  catalogQuotaSettings,
  commonSettings,
  importSettings,
  mailOutboxSettings,
  retentionSettings,
} from "@skucast/app-kit/settings";
import { loadConfig } from "@skucast/service-kit/config";
import { integer, text } from "@skucast/service-kit/config-fields";
import { z } from "zod";

export const importerSettings = z.object({
  ...commonSettings,
  SKUCAST_UPLOADS_DIR: text()
    .prefault(".skucast/uploads")
    .describe("Folder of uploaded files that are pending import, shared with catalog-api."),
  SKUCAST_IMPORTS: integer({ min: 1, max: 32 })
    .prefault("2")
    .describe("Imports that a process works on at the same time; one per workspace."),
  SKUCAST_FETCHES: integer({ min: 1, max: 100 })
    .prefault("8")
    .describe("Files of sources that a process fetches at the same time."),
  ...importSettings,
  ...catalogQuotaSettings,
  ...mailOutboxSettings,
  SKUCAST_IMPORTS_KEPT: retentionSettings.SKUCAST_IMPORTS_KEPT,
});
export type ImporterSettings = z.output<typeof importerSettings>;

export const loadSettings = (): ImporterSettings => loadConfig(importerSettings, process.env);
