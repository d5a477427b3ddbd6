import { commonSettings } from "@skucast/app-kit/settings";
import { fileStoreSettings } from "@skucast/file-store/settings";
import { loadConfig } from "@skucast/service-kit/config";
import { port } from "@skucast/service-kit/config-fields";
import { z } from "zod";

export const feedServerSettings = z.object({
  ...commonSettings,
  ...fileStoreSettings,
  SKUCAST_SFTP_PORT: port()
    .prefault("2222")
    .describe("Port on which partners fetch files over SFTP; 0 for any free one."),
});
export type FeedServerSettings = z.output<typeof feedServerSettings>;

export const loadSettings = (): FeedServerSettings => loadConfig(feedServerSettings, process.env);
