import { commonSettings } from "@skucast/app-kit/settings";
import { fileStoreSettings } from "@skucast/file-store/settings";
import { loadConfig } from "@skucast/service-kit/config";
import { integer, port } from "@skucast/service-kit/config-fields";
import { z } from "zod";

export const feedServerSettings = z.object({
  ...commonSettings,
  ...fileStoreSettings,
  SKUCAST_SFTP_PORT: port()
    .prefault("2222")
    .describe("Port on which partners fetch files over SFTP; 0 for any free one."),
  SKUCAST_SFTP_PULL_RATE: integer({ min: 1, max: 10_000 })
    .optional()
    .describe("Megabytes a second that a connection of a partner may fetch over SFTP; default no limit."),
});
export type FeedServerSettings = z.output<typeof feedServerSettings>;

export const loadSettings = (): FeedServerSettings => loadConfig(feedServerSettings, process.env);
