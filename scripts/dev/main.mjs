// What npm run dev runs: PostgreSQL, which stays; one origin, whose dashboard replaces its own modules; and the apps,
// which every other change restarts. Its argument is the options of scripts/dev.mjs as JSON.
import { existsSync, readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { loadSettings } from "../../apps/standalone/src/config.ts";
import { openDataFolder } from "../../apps/standalone/src/data-folder.ts";
import { openPostgres } from "../../apps/standalone/src/open-database.ts";
import { publicUrlOf } from "../../packages/app-kit/src/open-origin.ts";
import { createLogger } from "../../packages/service-kit/src/logger.ts";
import { runProcess } from "../../packages/service-kit/src/run-process.ts";
import { generate, ROOT } from "../prepare.mjs";
import { createAppVersions } from "./app-versions.mjs";
import { openDevOrigin } from "./origin.mjs";
import { addSampleProducts } from "./sample-products.mjs";
import { watchSources } from "./watch-sources.mjs";

/** Files that code is generated from: the taxonomy of packages/profiles and the Prisma schema. */
const GENERATES = /^packages\/(profiles\/taxonomy\/|db\/prisma\/schema\.prisma$|db\/prisma\.config\.ts$)/;
const SOURCE_FOLDERS = ["src", "sql", "prisma", "taxonomy", "icons"];

/** @type {{ seed?: number, inspect?: number }} */
const { seed, inspect } = JSON.parse(process.argv[2] ?? "{}");
/** @type {(() => Promise<void> | void)[]} */
const closers = [];
/** @param {string} text */
const say = (text) => void process.stdout.write(text);

runProcess({
  service: { name: "dev", start, drain: async () => say("\nStopping …\n"), stop },
  logger: createLogger({
    service: "dev",
    level: "error",
    destination: { write: (line) => void process.stderr.write(line) },
  }),
});

async function start() {
  try {
    await open();
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
    const isInUse = code === "EADDRINUSE";
    console.error(`\n${isInUse ? "The port is in use. Set another one, such as PORT=8090 npm run dev." : message}`);
    await stop();
    process.exit(1);
  }
}

async function open() {
  const settings = loadSettings();
  const url = publicUrlOf(settings);
  const folder = openDataFolder(settings.SKUCAST_DATA_DIR);
  const isNew = !existsSync(folder.at("demo.json"));
  const log = (/** @type {string} */ sentence) => say(`${sentence}\n`);
  const postgres = await openPostgres(settings, folder, log);
  closers.push(() => postgres.stop());

  const products = isNew && seed !== undefined ? { SKUCAST_DEMO_PRODUCTS: `${seed}` } : {};
  const apps = createAppVersions({
    say,
    env: {
      ...process.env,
      SKUCAST_DATA_DIR: folder.path,
      SKUCAST_PUBLIC_URL: url,
      ...products,
      ...(inspect !== undefined && { SKUCAST_DEV_INSPECT: `${inspect}` }),
    },
  });
  const origin = await openDevOrigin({ host: settings.HOST, port: settings.PORT, apps });
  closers.push(() => origin.close());
  closers.push(() => apps.stop());
  closers.push(watchSources(sourceFolders(), (path) => void change(path, apps)));
  say(`Development mode: ${url} runs from the sources. A change restarts the apps; the dashboard updates itself.\n\n`);
  await apps.start();
  if (!isNew && seed !== undefined) await addSampleProducts(folder, seed, say);
}

/**
 * @param {string} path
 * @param {ReturnType<typeof createAppVersions>} apps
 */
async function change(path, apps) {
  const name = relative(ROOT, path).replaceAll(sep, "/");
  try {
    if (GENERATES.test(name)) await generate();
    apps.change(name);
  } catch (error) {
    say(`✗ ${name}: ${/** @type {Error} */ (error).message}\n`);
  }
}

/** The folders that the apps are made of. Vite watches those of the dashboard itself. */
function sourceFolders() {
  return ["apps", "packages"].flatMap((group) =>
    readdirSync(join(ROOT, group))
      .filter((name) => name !== "dashboard")
      .flatMap((name) => SOURCE_FOLDERS.map((folder) => join(ROOT, group, name, folder))),
  );
}

async function stop() {
  for (let close = closers.pop(); close; close = closers.pop()) await close();
}
