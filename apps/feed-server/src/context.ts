import type { Credentials } from "@skucast/app-kit/credentials";
import type { Resources } from "@skucast/app-kit/resources";
import type { Keyring } from "@skucast/credentials/keyring";
import type { Database } from "@skucast/db/database";
import type { FileStore } from "@skucast/file-store/file-store";
import { openFileStore } from "@skucast/file-store/open-file-store";
import type { Clock } from "@skucast/service-kit/clock";
import type { Logger } from "@skucast/service-kit/logger";
import type { Metrics } from "@skucast/service-kit/metrics";
import type { FeedServerSettings } from "./config.js";
import { watchStore } from "./files/watch-store.js";

export interface SftpSettings {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Limit for each connection. */
  readonly bytesPerSecondMax: number;
  readonly connectionsMax: number;
  readonly connectionsPerNetworkMax: number;
}

/** Everything that the feed-server uses. */
export interface FeedServerContext {
  /** The files of runs, under `<workspace>/<run>/<file>`. Only read here. */
  readonly files: Pick<FileStore, "open">;
  readonly sftp: SftpSettings;
  readonly db: Database;
  /** Decrypts the host keys. */
  readonly keyring: Keyring;
  readonly credentials: Pick<Credentials, "onRevoked">;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

const MEGABYTE = 1_000_000;

export const createContext = (settings: FeedServerSettings, resources: Resources): FeedServerContext => ({
  ...resources,
  files: watchStore(openFileStore(settings), resources),
  sftp: {
    host: settings.HOST,
    port: settings.SKUCAST_SFTP_PORT,
    bytesPerSecondMax: (settings.SKUCAST_SFTP_PULL_RATE ?? Number.POSITIVE_INFINITY) * MEGABYTE,
    connectionsMax: settings.SKUCAST_SFTP_CONNECTIONS_MAX,
    connectionsPerNetworkMax: settings.SKUCAST_SFTP_CONNECTIONS_PER_NETWORK_MAX,
  },
});
