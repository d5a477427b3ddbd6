import { mkdir } from "node:fs/promises";
import type { App } from "@skucast/app-kit/app";
import type { Resources } from "@skucast/app-kit/resources";
import { startConsumers } from "@skucast/events/start-consumers";
import type { LeasedWork } from "@skucast/service-kit/leased-work";
import { type Loop, startLoop } from "@skucast/service-kit/loop";
import { METRICS } from "@skucast/service-kit/metric-names";
import type { ImporterSettings } from "./config.js";
import { consumersOf } from "./consumers.js";
import { createContext, type ImporterContext } from "./context.js";
import { deleteOldImports } from "./housekeeping/delete-old-imports.js";
import { deleteOldRows } from "./housekeeping/delete-old-rows.js";
import { claimImport } from "./imports/claim-import.js";
import { performImport } from "./imports/perform-import.js";
import { removeUploads } from "./imports/remove-uploads.js";
import { startImportWork } from "./imports/start-import-work.js";
import { claimFetch } from "./sources/claim-fetch.js";
import { pauseEndedSources } from "./sources/pause-ended-sources.js";
import { performFetch } from "./sources/perform-fetch.js";
import { queueDueSources } from "./sources/queue-due-sources.js";

const PRIVATE_FOLDER = 0o700;
const ENDED_ACCESS_MS = 2_000;
const HOUSEKEEPING_INTERVAL_MS = 3_600_000;

/** Creates the app from a process's resources; see createApp. */
export function createImporter(settings: ImporterSettings, resources: Resources): App {
  return createApp(createContext(settings, resources));
}

/**
 * The importer: fetches the files of sources when they are due, and writes their rows to the catalog. A message
 * from the bus starts an import at once; without the bus, the import is found within the poll interval.
 */
export function createApp(ctx: ImporterContext): App {
  for (const definition of [METRICS.imports, METRICS.importRows, METRICS.sourceFetches]) {
    ctx.metrics.counterFromZero<string>(definition);
  }
  const triggers: Pick<Loop, "stop">[] = [];
  const works: LeasedWork[] = [];
  const { logger } = ctx;
  const { importsMax, fetchesMax, pollIntervalMs: intervalMs, uploadsDir } = ctx.settings;

  async function start(): Promise<void> {
    await mkdir(uploadsDir, { recursive: true, mode: PRIVATE_FOLDER });
    const removal = startLoop({ name: "uploads", intervalMs, logger, run: () => removeUploads(ctx) });
    const imports = startImportWork(ctx, {
      name: "imports",
      concurrency: importsMax,
      claim: () => claimImport(ctx),
      perform: (work, lease) => performImport(ctx, work, lease),
      onEnd: () => {
        removal.wake();
        fetches.wake();
      },
    });
    const fetches: LeasedWork = startImportWork(ctx, {
      name: "fetches",
      concurrency: fetchesMax,
      claim: () => claimFetch(ctx),
      perform: (work, lease) => performFetch(ctx, work, lease),
      onEnd: () => imports.wake(),
    });
    works.push(imports, fetches);
    const schedule = startLoop({
      name: "sources",
      intervalMs,
      logger,
      run: async () => {
        if ((await queueDueSources(ctx)) > 0) fetches.wake();
      },
    });
    const ending = startLoop({
      name: "ended-access",
      intervalMs: ENDED_ACCESS_MS,
      logger,
      run: () => pauseEndedSources(ctx),
    });
    const housekeeping = startLoop({
      name: "imports-housekeeping",
      intervalMs: HOUSEKEEPING_INTERVAL_MS,
      logger,
      run: () => deleteOldImports(ctx),
    });
    const rowsHousekeeping = startLoop({
      name: "import-rows-housekeeping",
      intervalMs: HOUSEKEEPING_INTERVAL_MS,
      logger,
      run: () => deleteOldRows(ctx),
    });
    triggers.push(removal, schedule, ending, housekeeping, rowsHousekeeping);
    const importQueued = () => {
      imports.wake();
      fetches.wake();
    };
    triggers.push(await startConsumers(ctx.bus, consumersOf(importQueued)));
  }

  async function stopTriggers(): Promise<void> {
    await Promise.all(triggers.map((trigger) => trigger.stop()));
  }

  async function stopWorks(): Promise<void> {
    await Promise.all(works.map((work) => work.stop()));
  }

  return {
    name: "importer",
    mounts: [],
    start,
    async drain() {
      await stopTriggers();
      // A large file can take longer than any drain: it is released, and the next importer continues where this one stopped.
      await stopWorks();
    },
    async stop() {
      await stopWorks();
      await stopTriggers();
    },
  };
}
