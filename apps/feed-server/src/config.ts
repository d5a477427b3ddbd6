import { commonSettings } from "@skucast/app-kit/settings";
import { loadConfig } from "@skucast/service-kit/config";
import { text } from "@skucast/service-kit/config-fields";
import { z } from "zod";

export const feedServerSettings = z.object({
  ...commonSettings,
  SKUCAST_FILES_DIR: text()
    .prefault(".skucast/files")
    .describe("Folder of the files of runs, shared with sftp-exporter; it is only read."),
});
export type FeedServerSettings = z.output<typeof feedServerSettings>;

export const loadSettings = (): FeedServerSettings => loadConfig(feedServerSettings, process.env);
