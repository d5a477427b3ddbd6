import { commonSettings } from "@skucast/app-kit/settings";
import { LIMITS } from "@skucast/contracts/limits";
import { fileStoreSettings } from "@skucast/file-store/settings";
import { loadConfig } from "@skucast/service-kit/config";
import { integer, port } from "@skucast/service-kit/config-fields";
import { z } from "zod";

export const feedServerSettings = z.object({
  ...commonSettings,
  ...fileStoreSettings,
  SKUCAST_SFTP_PORT: port()
    .prefault("2222")
    .describe("Port on which partners fetch files over SFTP; 0 for any free port."),
  SKUCAST_SFTP_PULL_RATE: integer({ min: 1, max: 10_000 })
    .optional()
    .describe("MB/s that a partner's connection may fetch over SFTP; no limit by default."),
  SKUCAST_SFTP_CONNECTIONS_MAX: integer({ min: 1, max: 10_000 })
    .prefault(String(LIMITS.sftpConnectionsMax))
    .describe(
      "Open SFTP connections per process; further clients are disconnected with a message that gives the reason.",
    ),
  SKUCAST_SFTP_CONNECTIONS_PER_NETWORK_MAX: integer({ min: 1, max: 10_000 })
    .prefault(String(LIMITS.sftpConnectionsPerNetworkMax))
    .describe("Open SFTP connections per process from one network: an IPv4 address, or the /64 of an IPv6 address."),
});
export type FeedServerSettings = z.output<typeof feedServerSettings>;

export const loadSettings = (): FeedServerSettings => loadConfig(feedServerSettings, process.env);
