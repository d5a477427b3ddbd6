import { collectWhenIdle } from "@skucast/service-kit/collect-when-idle";
import { openLogDestination } from "@skucast/service-kit/log-destination";
import { createLogger } from "@skucast/service-kit/logger";
import { runProcess } from "@skucast/service-kit/run-process";
import { groupServices } from "@skucast/service-kit/service";
import { addChecks } from "./add-checks.js";
import type { App } from "./app.js";
import { createSchemaGate } from "./database-check.js";
import { openOrigin } from "./open-origin.js";
import { openResources, type Resources } from "./resources.js";
import { assertConsistent, type CommonSettings } from "./settings.js";
import { settingsOrExit } from "./settings-or-exit.js";
import { withLogExport } from "./telemetry.js";

export interface AppDefinition<Settings extends CommonSettings> {
  readonly name: string;
  /** Reads the environment. Throws ConfigError with all errors. */
  readonly loadSettings: () => Settings;
  readonly createApp: (settings: Settings, resources: Resources) => App;
}

/** Runs one app as a process: settings, resources, the app and its origin, until a signal stops it. */
export async function runApp<Settings extends CommonSettings>(definition: AppDefinition<Settings>): Promise<void> {
  const settings = settingsOrExit(() => assertConsistent(definition.loadSettings()));
  collectWhenIdle();
  const { name } = definition;
  const { SKUCAST_LOG_LEVEL: level, SKUCAST_REGION: region } = settings;
  const { destination } = await withLogExport(name, settings, openLogDestination(1));
  const logger = createLogger({ service: name, level, region, destination });
  const { resources, health, close } = await openResources(name, settings, logger);
  const app = definition.createApp(settings, resources);
  addChecks(health, [app], resources);
  const origin = openOrigin(settings, [app], { health, logger, metrics: resources.metrics });
  const shared = { name: "resources", start: async () => {}, drain: async () => {}, stop: close };
  runProcess({
    service: groupServices(name, [shared, createSchemaGate(resources.db), app, origin]),
    logger,
    onReady: () => logger.info({ event: "origin.listening", port: origin.port }, "listening"),
    onDrain: () => health.setDraining(),
    // Workers have no traffic that a load balancer would have to move.
    serveOnMs: app.mounts.length > 0 ? settings.SKUCAST_SHUTDOWN_DELAY : 0,
  });
}
