import { commonSettings, importSettings } from "@skucast/app-kit/settings";
import { loadConfig } from "@skucast/service-kit/config";
import { duration, integer, text } from "@skucast/service-kit/config-fields";
import { z } from "zod";

export const importerSettings = z.object({
  ...commonSettings,
  SKUCAST_UPLOADS_DIR: text()
    .prefault(".skucast/uploads")
    .describe("Folder of uploaded files that wait to be imported, shared with catalog-api."),
  SKUCAST_IMPORTS: integer({ min: 1, max: 32 })
    .prefault("2")
    .describe("Imports that a process works on at once; of one workspace one."),
  SKUCAST_FETCHES: integer({ min: 1, max: 100 })
    .prefault("8")
    .describe("Files of sources that a process fetches at once."),
  ...importSettings,
  SKUCAST_IMPORTS_KEPT: duration()
    .prefault("90d")
    .refine((ms) => ms >= 86_400_000, { error: "must be 1d or longer" })
    .describe("Time for which imports that ended are kept, with the faults of their rows."),
});
export type ImporterSettings = z.output<typeof importerSettings>;

export const loadSettings = (): ImporterSettings => loadConfig(importerSettings, process.env);
