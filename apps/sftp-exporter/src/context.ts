import type { ChangeHints } from "@skucast/app-kit/live/change-hints";
import type { Resources } from "@skucast/app-kit/resources";
import { queuesMails } from "@skucast/app-kit/settings";
import type { Keyring } from "@skucast/credentials/keyring";
import type { Database } from "@skucast/db/database";
import type { Bus } from "@skucast/events/bus";
import type { FileStore } from "@skucast/file-store/file-store";
import { openFileStore } from "@skucast/file-store/open-file-store";
import type { Clock } from "@skucast/service-kit/clock";
import type { Logger } from "@skucast/service-kit/logger";
import type { Metrics } from "@skucast/service-kit/metrics";
import type { TargetGuard } from "@skucast/targets/target-guard";
import type { SftpExporterSettings } from "./config.js";

/** Settings from the environment, and constants that tests change. */
export interface ExporterSettings {
  /** Runs that this process works on at the same time. */
  readonly runsMax: number;
  /** Pause between two polls for due feeds, queued runs and runs whose exporter died. */
  readonly pollIntervalMs: number;
  /** Nightly feeds with the same start time start spread over this period. */
  readonly scheduleSpreadMs: number;
  /** A run whose lease was not renewed for this long is taken over by another exporter. */
  readonly leaseMs: number;
  /** Runs per feed whose files are kept. */
  readonly runFilesKept: number;
  /** How long ended runs are kept. */
  readonly runsKeptMs: number;
  /** Pause before the second attempt of a delivery; doubled before the third. */
  readonly retryDelayMs: number;
  /** A delivery without progress for this long fails. */
  readonly stallTimeoutMs: number;
  /** To verify them, delivered files up to this size are read back completely, larger ones in samples. */
  readonly readBackBytesMax: number;
  /** Whether a mail server is configured. */
  readonly isMailing: boolean;
}

/** Everything that the exporter uses. The creator of the context closes what it contains. */
export interface ExporterContext {
  readonly settings: ExporterSettings;
  readonly db: Database;
  /** The files of runs, which the API and the feed-server read. */
  readonly files: FileStore;
  readonly bus: Bus;
  readonly hints: Pick<ChangeHints, "note">;
  /** Decrypts the destinations' passwords and keys. */
  readonly keyring: Keyring;
  /** Decides which addresses may be connected to. */
  readonly guard: TargetGuard;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

const POLL_INTERVAL_MS = 1_000;

export function createContext(settings: SftpExporterSettings, resources: Resources): ExporterContext {
  return {
    ...resources,
    files: openFileStore(settings),
    settings: {
      runsMax: settings.SKUCAST_EXPORT_RUNS,
      pollIntervalMs: POLL_INTERVAL_MS,
      scheduleSpreadMs: settings.SKUCAST_SCHEDULE_SPREAD,
      leaseMs: settings.SKUCAST_EXPORT_LEASE,
      runFilesKept: settings.SKUCAST_RUN_FILES_KEPT,
      runsKeptMs: settings.SKUCAST_RUNS_KEPT,
      retryDelayMs: settings.SKUCAST_SFTP_RETRY_DELAY,
      stallTimeoutMs: settings.SKUCAST_SFTP_STALL_TIMEOUT,
      readBackBytesMax: settings.SKUCAST_SFTP_READ_BACK_MB * 1_000_000,
      isMailing: queuesMails(settings),
    },
  };
}
