import type { ChangeHints } from "@skucast/app-kit/live/change-hints";
import type { Resources } from "@skucast/app-kit/resources";
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

/** What a deployment may tune. */
export interface ExporterSettings {
  /** Runs that this process works on at once. */
  readonly runsMax: number;
  /** Pause between two looks at what waits: due feeds, queued runs, runs whose exporter died. */
  readonly pollIntervalMs: number;
  /** Nightly feeds of one time start over so long a while. */
  readonly scheduleSpreadMs: number;
  /** After this time without a sign of life a run is taken over by another exporter. */
  readonly leaseMs: number;
  /** Of a feed, the files of so many runs are kept. */
  readonly runFilesKept: number;
  /** How long runs that ended are kept. */
  readonly runsKeptMs: number;
  /** Before the second try of a delivery; doubled before the third. */
  readonly retryDelayMs: number;
  /** A partner's server that makes no progress for so long is given up. */
  readonly stallTimeoutMs: number;
  /** Delivered files up to this size are read back whole to verify them, larger ones in samples. */
  readonly readBackBytesMax: number;
  /** Whether there is a mail server for mails about deliveries. */
  readonly isMailing: boolean;
}

/** Everything the exporter touches. What is opened here is closed by whoever made the context. */
export interface ExporterContext {
  readonly settings: ExporterSettings;
  readonly db: Database;
  /** Where runs keep their files. The API and the feed-server read them from there. */
  readonly files: FileStore;
  readonly bus: Bus;
  readonly hints: Pick<ChangeHints, "note">;
  /** Opens the destinations' passwords and keys. */
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
      isMailing: settings.SKUCAST_SMTP_URL !== undefined,
    },
  };
}
