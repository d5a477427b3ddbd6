import type { ChangeHints } from "@skucast/app-kit/live/change-hints";
import type { Resources } from "@skucast/app-kit/resources";
import { catalogQuotasOf, queuesMails } from "@skucast/app-kit/settings";
import { createProductQuota, type ProductQuota } from "@skucast/catalog/quotas/product-quota";
import { LIMITS } from "@skucast/contracts/limits";
import type { Keyring } from "@skucast/credentials/keyring";
import type { Database } from "@skucast/db/database";
import type { Bus } from "@skucast/events/bus";
import type { Clock } from "@skucast/service-kit/clock";
import type { Logger } from "@skucast/service-kit/logger";
import type { Metrics } from "@skucast/service-kit/metrics";
import type { Turns } from "@skucast/service-kit/turns";
import type { TargetGuard } from "@skucast/targets/target-guard";
import type { ImporterSettings } from "./config.js";
import type { PaceLimits } from "./sources/watch-pace.js";

/** Settings from the environment, and constants that tests change. */
export interface ImportSettings {
  /** Folder in which catalog-api stores uploaded files. */
  readonly uploadsDir: string;
  /** Imports that this process works on at the same time. */
  readonly importsMax: number;
  /** Files of sources that this process fetches at the same time. */
  readonly fetchesMax: number;
  /** Time limit for a source's host to answer, and for each pause while it sends. */
  readonly fetchStallMs: number;
  /** Time limit for a whole fetch, redirects included. */
  readonly fetchTimeoutMs: number;
  /** How fast a source's host must send. */
  readonly fetchPace: PaceLimits;
  /** Bytes that a source's file may have, as it is stored. */
  readonly fileBytesMax: number;
  /** Certificate authorities that replace the usual ones for sources. */
  readonly sourceCa?: readonly string[] | undefined;
  /** Rows that a file may have. */
  readonly rowsMax: number;
  /** Rows that are written by one statement. */
  readonly batchRows: number;
  /** Pause between two polls for pending imports. */
  readonly pollIntervalMs: number;
  /** An import whose lease was not renewed for this long is taken over by another importer. */
  readonly leaseMs: number;
  /** How long ended imports and their errors are kept. */
  readonly importsKeptMs: number;
  /** Whether mails about problems are queued. */
  readonly isMailing: boolean;
}

/** Everything that the importer uses. The creator of the context closes what it contains. */
export interface ImporterContext {
  readonly settings: ImportSettings;
  readonly db: Database;
  readonly bus: Bus;
  readonly productQuota: ProductQuota;
  readonly hints: Pick<ChangeHints, "note">;
  /** Decrypts the logins of sources. */
  readonly keyring: Keyring;
  /** Decides which addresses may be connected to. */
  readonly guard: TargetGuard;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Shares the thread of the process among workspaces. */
  readonly turns: Turns;
}

const POLL_INTERVAL_MS = 1_000;
const LEASE_MS = 60_000;
const BATCH_ROWS = 500;

export function createContext(settings: ImporterSettings, resources: Resources): ImporterContext {
  const { db, bus, hints, keyring, guard, clock, logger, metrics, turns } = resources;
  return {
    db,
    bus,
    productQuota: createProductQuota({ db, clock, quotas: catalogQuotasOf(settings) }),
    hints,
    keyring,
    guard,
    clock,
    logger,
    metrics,
    turns,
    settings: {
      uploadsDir: settings.SKUCAST_UPLOADS_DIR,
      importsMax: settings.SKUCAST_IMPORTS,
      fetchesMax: settings.SKUCAST_FETCHES,
      fetchStallMs: LIMITS.sourceStallMs,
      fetchTimeoutMs: LIMITS.sourceTimeoutMs,
      fetchPace: { windowMs: LIMITS.sourceWindowMs, bytesPerSecondMin: LIMITS.sourceBytesPerSecondMin },
      fileBytesMax: LIMITS.importBytesMax,
      rowsMax: settings.SKUCAST_IMPORT_ROWS,
      batchRows: BATCH_ROWS,
      pollIntervalMs: POLL_INTERVAL_MS,
      leaseMs: LEASE_MS,
      importsKeptMs: settings.SKUCAST_IMPORTS_KEPT,
      isMailing: queuesMails(settings),
    },
  };
}
