import { mkdir } from "node:fs/promises";
import type { App } from "@skucast/app-kit/app";
import type { Resources } from "@skucast/app-kit/resources";
import type { Consumer } from "@skucast/events/bus";
import { type Loop, startLoop } from "@skucast/service-kit/loop";
import { METRICS } from "@skucast/service-kit/metric-names";
import type { ImporterSettings } from "./config.js";
import { consumersOf } from "./consumers.js";
import { createContext, type ImporterContext } from "./context.js";
import { deleteOldImports } from "./housekeeping/delete-old-imports.js";
import { claimImport } from "./imports/claim-import.js";
import { performImport } from "./imports/perform-import.js";
import { removeUploads } from "./imports/remove-uploads.js";
import { createRunner } from "./imports/runner.js";
import { claimFetch } from "./sources/claim-fetch.js";
import { performFetch } from "./sources/perform-fetch.js";
import { queueDueSources } from "./sources/queue-due-sources.js";

const PRIVATE_FOLDER = 0o700;
const HOUSEKEEPING_INTERVAL_MS = 3_600_000;

/** The app on a process's resources; see createApp. */
export function createImporter(settings: ImporterSettings, resources: Resources): App {
  return createApp(createContext(settings, resources));
}

/**
 * The importer: fetches the files of sources when it is time, and brings the rows of files into the catalogue. A message from the bus starts an import at once;
 * without the bus it is found within the poll interval.
 */
export function createApp(ctx: ImporterContext): App {
  const { importsMax, fetchesMax } = ctx.settings;
  for (const definition of [METRICS.imports, METRICS.importRows, METRICS.sourceFetches]) {
    ctx.metrics.counterFromZero<string>(definition);
  }
  const runner = createRunner(ctx, {
    max: importsMax,
    claim: () => claimImport(ctx),
    perform: (work, check) => performImport(ctx, work, check),
  });
  const fetches = createRunner(ctx, {
    max: fetchesMax,
    claim: () => claimFetch(ctx),
    perform: (work, check) => performFetch(ctx, work, check),
  });
  const consumers: Consumer[] = [];
  const loops: Loop[] = [];
  const { pollIntervalMs: intervalMs, uploadsDir } = ctx.settings;
  const { logger } = ctx;

  async function takeNoMore(): Promise<void> {
    await Promise.all([...consumers, ...loops].map((source) => source.stop()));
  }

  return {
    name: "importer",
    mounts: [],
    async start() {
      await mkdir(uploadsDir, { recursive: true, mode: PRIVATE_FOLDER });
      const work = startLoop({ name: "imports", intervalMs, logger, run: () => runner.takeUp() });
      const removal = startLoop({ name: "uploads", intervalMs, logger, run: () => removeUploads(ctx) });
      const housekeeping = startLoop({
        name: "imports-housekeeping",
        intervalMs: HOUSEKEEPING_INTERVAL_MS,
        logger,
        run: () => deleteOldImports(ctx),
      });
      const fetching = startLoop({ name: "fetches", intervalMs, logger, run: () => fetches.takeUp() });
      const schedule = startLoop({
        name: "sources",
        intervalMs,
        logger,
        run: async () => {
          if ((await queueDueSources(ctx)) > 0) fetching.wake();
        },
      });
      loops.push(work, removal, housekeeping, fetching, schedule);
      runner.onRoom(() => {
        work.wake();
        removal.wake();
        fetching.wake();
      });
      fetches.onRoom(() => {
        fetching.wake();
        work.wake();
      });
      const importQueued = () => {
        work.wake();
        fetching.wake();
      };
      for (const { queue, handler, prefetch } of consumersOf({ importQueued })) {
        consumers.push(await ctx.bus.consume(queue, handler, { prefetch }));
      }
    },
    async drain() {
      await takeNoMore();
      // A large file outlives any patience: it is left to the importer that follows, which goes on where this one was.
      await Promise.all([runner.abandon(), fetches.abandon()]);
    },
    async stop() {
      await Promise.all([runner.abandon(), fetches.abandon()]);
      await takeNoMore();
    },
  };
}
