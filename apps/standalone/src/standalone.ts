import { addChecks } from "@skucast/app-kit/add-checks";
import { openOrigin, publicUrlOf } from "@skucast/app-kit/open-origin";
import { openResources } from "@skucast/app-kit/resources";
import { commonSettings, mailOutboxSettings } from "@skucast/app-kit/settings";
import { withLogExport } from "@skucast/app-kit/telemetry";
import { loadConfig } from "@skucast/service-kit/config";
import { createLogger } from "@skucast/service-kit/logger";
import { groupServices, type Service } from "@skucast/service-kit/service";
import { z } from "zod";
import { apiClient } from "./api-client.js";
import { APP_NAMES, type AppName, createApps } from "./apps.js";
import { environmentWith, foldersOf, type StandaloneSettings } from "./config.js";
import { type DataFolder, keyringTextOf, openDataFolder } from "./data-folder.js";
import { type Demo, writeDemo } from "./demo/demo-file.js";
import { type DemoPartner, startDemoPartner } from "./demo/partner.js";
import { type DemoReceiver, startDemoReceiver } from "./demo/receiver.js";
import { seedWorkspace } from "./demo/seed-workspace.js";
import { setUpDemo } from "./demo/set-up-demo.js";
import { lockFolder } from "./lock-folder.js";
import { openLogFile } from "./log-file.js";
import { migrateDatabase, openPostgres } from "./open-database.js";
import type { Progress } from "./progress.js";
import { sftpEndpoint } from "./sftp-endpoint.js";
import { welcome } from "./welcome.js";

interface Options {
  readonly settings: StandaloneSettings;
  readonly appNames: readonly AppName[];
  readonly progress: Progress;
}

interface Targets {
  readonly receiver: DemoReceiver;
  readonly partner: DemoPartner;
}

/** An opened deployment: its apps behind one origin, and what runs once they have started. */
interface Deployment {
  readonly services: Service;
  setDraining(): void;
  finish(): Promise<void>;
}

type Closers = (() => Promise<void>)[];

/** All apps or some of them in one process behind one origin, with the PostgreSQL and the demo that they need. */
export function createStandalone(options: Options): Service {
  const { progress } = options;
  const closers: Closers = [];
  let deployment: Deployment | undefined;

  const stop = async () => {
    await deployment?.services.stop();
    for (let close = closers.pop(); close; close = closers.pop()) await close();
  };
  return {
    name: "skucast",
    start: async () => {
      try {
        const opened = await open(options, closers);
        deployment = opened;
        await progress.step(`Start ${options.appNames.join(", ")}`, () => opened.services.start());
        await opened.finish();
      } catch (error) {
        await stop().catch(() => {});
        throw error;
      }
    },
    drain: async () => {
      progress.say("\nStopping: finishing work in progress …");
      deployment?.setDraining();
      await deployment?.services.drain();
    },
    stop: async () => {
      await stop();
      progress.say("Stopped.");
    },
  };
}

async function open({ settings, appNames, progress }: Options, closers: Closers): Promise<Deployment> {
  const folder = openDataFolder(settings.SKUCAST_DATA_DIR);
  const unlock = await lockFolder(folder, (pid) =>
    progress.say(`  … process ${pid} still uses ${folder.path}; waiting for it to stop`),
  );
  closers.push(async () => unlock());

  const postgres = await progress.step(
    "Start PostgreSQL",
    () => openPostgres(settings, folder, () => {}),
    ({ description }) => description,
  );
  closers.push(() => postgres.stop());
  await progress.step(
    "Migrate",
    () => migrateDatabase(postgres),
    (applied) => applied,
  );

  const receiver = await startDemoReceiver();
  closers.push(() => receiver.stop());
  const env = environmentWith({
    DATABASE_URL: postgres.appUrl,
    SKUCAST_ENCRYPTION_KEYS: settings.SKUCAST_ENCRYPTION_KEYS ?? keyringTextOf(folder),
    ...foldersOf(folder),
    ...(await sftpEndpoint(settings)),
  });
  return openApps({ settings, appNames, progress, folder, receiver, env }, closers);
}

interface AppsOptions extends Options {
  readonly folder: DataFolder;
  readonly receiver: DemoReceiver;
  readonly env: Readonly<Record<string, string | undefined>>;
}

async function openApps(options: AppsOptions, closers: Closers): Promise<Deployment> {
  const { settings, appNames, progress, folder, receiver, env } = options;
  const log = openLogFile(folder);
  closers.push(log.close);
  const { destination, stop: stopLogExport } = await withLogExport("skucast", settings, log.destination);
  closers.push(stopLogExport);
  const loggerFor = (service: string) =>
    createLogger({
      service,
      region: settings.SKUCAST_REGION,
      level: settings.SKUCAST_LOG_LEVEL,
      destination,
    });
  const logger = loggerFor("skucast");
  const baseUrl = publicUrlOf(settings);

  // The demo workspace holds the partner's login, and the target guard must allow the partner's port before any app connects.
  const common = loadConfig(z.object(commonSettings), env);
  const seeding = await openResources("skucast-seed", common, logger);
  const demo = await progress
    .step(
      "Demo workspace",
      () => seedWorkspace(seeding.resources.db, folder, baseUrl),
      ({ workspace_id }) => workspace_id,
    )
    .finally(() => seeding.close());
  const { username, password, host_key: hostKey, folder: partnerFolder } = demo.partner;
  const partner = await startDemoPartner({ folder: partnerFolder, username, password, hostKey });
  closers.push(() => partner.stop());
  if (demo.webhook_secret !== undefined) receiver.trust(demo.webhook_secret);

  const allowed = [settings.SKUCAST_ALLOW_TARGETS, `127.0.0.1:${receiver.port}`, `127.0.0.1:${partner.port}`];
  const own = { ...common, SKUCAST_ALLOW_TARGETS: allowed.filter(Boolean).join(",") };
  const { resources, health, close } = await openResources("skucast", own, logger);
  closers.push(close);
  const apps = createApps(appNames, env, resources, loggerFor);
  addChecks(health, apps, resources);
  const origin = openOrigin(own, apps, { health, logger, metrics: resources.metrics });
  const services = groupServices("skucast", [...apps, origin]);
  const { SKUCAST_SMTP_URL: smtpUrl, SKUCAST_MAIL_OUTBOX: outbox } = loadConfig(z.object(mailOutboxSettings), env);
  const showsMails = smtpUrl === undefined && outbox === "shown";
  const targets = { receiver, partner };
  const ready = { settings, appNames, progress, folder, demo, logPath: log.path, targets, showsMails };
  return { services, setDraining: () => health.setDraining(), finish: () => finish(ready) };
}

interface Ready extends Options {
  readonly folder: DataFolder;
  readonly demo: Demo;
  readonly logPath: string;
  readonly targets: Targets;
  readonly showsMails: boolean;
}

/** Once the API answers: sets up the demo and prints how to use it. */
async function finish(ready: Ready): Promise<void> {
  const { settings, appNames, progress, folder, demo, logPath, targets, showsMails } = ready;
  if (appNames.length < APP_NAMES.length) {
    progress.say(`\nReady: ${appNames.join(", ")} on ${demo.base_url} (API key ${demo.api_key}). Stop with Ctrl-C.`);
    return;
  }
  const { receiver, partner } = targets;
  const api = apiClient(demo.base_url, demo.api_key);
  const parts = { partner, receiver, productCount: settings.SKUCAST_DEMO_PRODUCTS };
  const complete = await progress
    .step("Demo products, channel, feed, webhook endpoint and SFTP partner", () => setUpDemo(api, demo, parts))
    .catch((error: Error) => {
      // The workspace may have used up its rate limit or its quota: everything else works.
      progress.say(`  ! The demo could not be set up: ${error.message}`);
      return demo;
    });
  writeDemo(folder, complete);
  const locations = { receiverUrl: receiver.url, demoFile: folder.at("demo.json"), logFile: logPath };
  progress.say(welcome(complete, { ...locations, showsMails }));
}
