import type { ChangeHints } from "@skucast/app-kit/live/change-hints";
import type { Resources } from "@skucast/app-kit/resources";
import { LIMITS } from "@skucast/contracts/limits";
import type { Keyring } from "@skucast/credentials/keyring";
import type { Database } from "@skucast/db/database";
import type { Bus } from "@skucast/events/bus";
import type { Clock } from "@skucast/service-kit/clock";
import type { Logger } from "@skucast/service-kit/logger";
import type { Metrics } from "@skucast/service-kit/metrics";
import type { TargetGuard } from "@skucast/targets/target-guard";
import type { ImporterSettings } from "./config.js";

/** What a deployment may tune. */
export interface ImportSettings {
  /** Where catalog-api puts the files that are sent. */
  readonly uploadsDir: string;
  /** Imports that this process works on at once. */
  readonly importsMax: number;
  /** Files of sources that this process fetches at once. */
  readonly fetchesMax: number;
  /** Until a source's host answers, and between two pieces of what it sends. */
  readonly fetchStallMs: number;
  /** From the first request for a source's file to its last byte. */
  readonly fetchTimeoutMs: number;
  /** Authorities that sources' certificates are checked against in place of the usual ones. */
  readonly sourceCa?: readonly string[] | undefined;
  /** Rows that a file may have. */
  readonly rowsMax: number;
  /** Rows that are written by one statement. */
  readonly batchRows: number;
  /** Pause between two looks at what waits. */
  readonly pollIntervalMs: number;
  /** After this time without a sign of life an import is taken over by another importer. */
  readonly leaseMs: number;
  /** How long imports that ended are kept, with their faults. */
  readonly importsKeptMs: number;
}

/** Everything the importer touches. What is opened here is closed by whoever made the context. */
export interface ImporterContext {
  readonly settings: ImportSettings;
  readonly db: Database;
  readonly bus: Bus;
  readonly hints: Pick<ChangeHints, "note">;
  /** Opens the logins of sources. */
  readonly keyring: Keyring;
  /** Decides which addresses sources may make us connect to. */
  readonly guard: TargetGuard;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

const POLL_INTERVAL_MS = 1_000;
const LEASE_MS = 60_000;
const BATCH_ROWS = 500;

export function createContext(settings: ImporterSettings, resources: Resources): ImporterContext {
  const { db, bus, hints, keyring, guard, clock, logger, metrics } = resources;
  return {
    db,
    bus,
    hints,
    keyring,
    guard,
    clock,
    logger,
    metrics,
    settings: {
      uploadsDir: settings.SKUCAST_UPLOADS_DIR,
      importsMax: settings.SKUCAST_IMPORTS,
      fetchesMax: settings.SKUCAST_FETCHES,
      fetchStallMs: LIMITS.sourceStallMs,
      fetchTimeoutMs: LIMITS.sourceTimeoutMs,
      rowsMax: settings.SKUCAST_IMPORT_ROWS,
      batchRows: BATCH_ROWS,
      pollIntervalMs: POLL_INTERVAL_MS,
      leaseMs: LEASE_MS,
      importsKeptMs: settings.SKUCAST_IMPORTS_KEPT,
    },
  };
}
