import type { App } from "@skucast/app-kit/app";
import type { Resources } from "@skucast/app-kit/resources";
import type { Consumer } from "@skucast/events/bus";
import { type Loop, startLoop } from "@skucast/service-kit/loop";
import type { SftpExporterSettings } from "./config.js";
import { consumersOf } from "./consumers.js";
import { createContext, type ExporterContext } from "./context.js";
import { startHousekeeping } from "./housekeeping/start-housekeeping.js";
import { startListings } from "./listings/keep-listings.js";
import { createRunner } from "./runs/runner.js";
import { queueDueFeeds } from "./schedule/queue-due-feeds.js";

/** The app on a process's resources; see createApp. */
export function createSftpExporter(settings: SftpExporterSettings, resources: Resources): App {
  return createApp(createContext(settings, resources));
}

/**
 * The exporter: queues feeds at their time, makes their files and delivers them. A message from the bus starts a run at
 * once; without the bus it is found within the poll interval. Beside that it keeps the listings of channels current.
 */
export function createApp(ctx: ExporterContext): App {
  const runner = createRunner(ctx);
  const consumers: Consumer[] = [];
  const loops: Pick<Loop, "stop">[] = [];
  const { pollIntervalMs: intervalMs } = ctx.settings;
  const { logger } = ctx;

  async function start(): Promise<void> {
    const work = startLoop({ name: "runs", intervalMs, logger, run: () => runner.takeUp() });
    const schedule = startLoop({
      name: "schedule",
      intervalMs,
      logger,
      run: async () => {
        const dueCount = await queueDueFeeds(ctx);
        if (dueCount === 0) return "idle";
        work.wake();
        return "more";
      },
    });
    loops.push(work, schedule, startHousekeeping(ctx), startListings(ctx, intervalMs));
    runner.onRoom(() => work.wake());
    const runQueued = (runId: string, traceparent: string | undefined) => {
      runner.noteTrace(runId, traceparent);
      work.wake();
    };
    for (const { queue, handler, prefetch } of consumersOf({ runQueued })) {
      consumers.push(await ctx.bus.consume(queue, handler, { prefetch }));
    }
  }

  async function takeNoMore(): Promise<void> {
    await Promise.all([...consumers, ...loops].map((source) => source.stop()));
  }

  return {
    name: "sftp-exporter",
    mounts: [],
    start,
    async drain() {
      await takeNoMore();
      await runner.idle();
    },
    async stop() {
      await runner.abandon();
      await takeNoMore();
    },
  };
}
