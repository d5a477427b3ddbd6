import type { App } from "@skucast/app-kit/app";
import type { Resources } from "@skucast/app-kit/resources";
import { startConsumers } from "@skucast/events/start-consumers";
import { type Loop, startLoop } from "@skucast/service-kit/loop";
import { METRICS } from "@skucast/service-kit/metric-names";
import { startChannelDays } from "./channel-days/count-channel-days.js";
import type { SftpExporterSettings } from "./config.js";
import { consumersOf } from "./consumers.js";
import { createContext, type ExporterContext } from "./context.js";
import { startErasure } from "./housekeeping/erase-workspaces.js";
import { startHousekeeping } from "./housekeeping/start-housekeeping.js";
import { startListings } from "./listings/update-listings.js";
import { type Runs, startRuns } from "./runs/start-runs.js";
import { queueDueFeeds } from "./schedule/queue-due-feeds.js";

/** Creates the app from a process's resources; see createApp. */
export function createSftpExporter(settings: SftpExporterSettings, resources: Resources): App {
  return createApp(createContext(settings, resources));
}

/**
 * The exporter: queues feeds when they are due, generates their files and delivers them. A message from the bus starts a
 * run at once; without the bus, the run is found within the poll interval. The exporter also keeps the listings of channels
 * current.
 */
export function createApp(ctx: ExporterContext): App {
  for (const definition of [METRICS.runs, METRICS.runsPostponed]) ctx.metrics.counterFromZero<string>(definition);
  const triggers: Pick<Loop, "stop">[] = [];
  let runs: Runs | undefined;
  const { logger } = ctx;
  const { pollIntervalMs: intervalMs } = ctx.settings;

  async function start(): Promise<void> {
    const channelDays = startChannelDays(ctx);
    const started = startRuns(ctx, channelDays.wake);
    runs = started;
    const schedule = startLoop({
      name: "schedule",
      intervalMs,
      logger,
      run: async () => {
        const dueCount = await queueDueFeeds(ctx);
        if (dueCount === 0) return "idle";
        started.wake();
        return "more";
      },
    });
    triggers.push(schedule, startHousekeeping(ctx), startErasure(ctx), channelDays);
    triggers.push(startListings(ctx, { intervalMs, onWalked: channelDays.wake }));
    triggers.push(await startConsumers(ctx.bus, consumersOf(started.runQueued)));
  }

  async function stopTriggers(): Promise<void> {
    await Promise.all(triggers.map((trigger) => trigger.stop()));
  }

  return {
    name: "sftp-exporter",
    mounts: [],
    start,
    async drain() {
      await stopTriggers();
      await runs?.drain();
    },
    async stop() {
      await runs?.stop();
      await stopTriggers();
    },
  };
}
