// The release check: builds the images of the previous version and of this one, installs the previous one with an owner
// who is no superuser, upgrades it under load, kills every part, restores a backup into an empty cluster, and compares
// the ledgers. Usage: npm run release:check [-- --from VERSION] [--to VERSION] [--store FOLDER] [--minutes LIMIT]
import { mkdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { openBuildah } from "@skucast/testkit/images/buildah";
import pg from "pg";
import { checkInvariants, checkLargest, createChecks } from "../expect.mjs";
import { startPartner } from "../partner.mjs";
import { writeReport } from "../report.mjs";
import { call } from "../testbed.mjs";
import { startWriter } from "../writer.mjs";
import { buildImage, commitOf, previousVersion } from "./build-images.mjs";
import { compareFile } from "./compare-file.mjs";
import { killEverything } from "./kill-everything.mjs";
import { openInstallation } from "./open-installation.mjs";
import { backUp, rehearseRestore } from "./rehearse-restore.mjs";
import { startServers } from "./start-servers.mjs";
import { createSteps } from "./steps.mjs";
import { upgrade } from "./upgrade.mjs";

const FILLED_PRODUCTS = 5_000;
const BATCH = 500;
const WRITES_PER_SECOND = 25;
const ENDPOINTS = 2;
/** As many as a workspace may use connections, so that none waits for its share. A slow machine gets fewer writes. */
const WRITES_IN_HAND = 7;
/** No write may fail because the machine that runs the check is slow. */
const CLIENT_TIMEOUT_MS = 300_000;
const MARKET = { country: "DE", currency: "EUR", language: "de" };

const { values: options } = parseArgs({
  options: {
    from: { type: "string" },
    to: { type: "string", default: "HEAD" },
    store: { type: "string" },
    minutes: { type: "string", default: "80" },
  },
});
const minutesMax = Number(options.minutes);
if (!(minutesMax > 0)) throw new Error("--minutes is the limit of the whole check, such as 80.");
const startedAtMs = performance.now();
const checks = createChecks();
const to = commitOf(options.to); // HEAD may move while the check runs
const from = commitOf(options.from ?? previousVersion(to));
const versions = `${from} to ${to}`;
console.log(`\nR1 release check, ${versions}, at most ${minutesMax} min`);
if (options.store) mkdirSync(options.store, { recursive: true });
const steps = createSteps({ minutesMax });
const { step, signal } = steps;
const buildah = openBuildah({ folder: options.store, signal });
const resources = new AsyncDisposableStack();
resources.defer(() => (options.store ? buildah.removeContainers() : buildah.remove()));
try {
  await check();
} catch (error) {
  checks.check(`finished (${/** @type {Error} */ (error).message})`, false);
  console.error(error);
}
console.log("  Stop everything and delete it");
await resources.disposeAsync().catch((error) => {
  checks.check(`cleaned up (${/** @type {Error} */ (error).message})`, false);
  console.error(error);
});
steps.end();
if (steps.isInterrupted()) process.exit(1); // it was ended from outside, which says nothing about the version
writeReport({
  name: "R1",
  title: `release: installed from images by an owner without privileges, upgraded from ${versions} under load, every part killed, a backup restored into an empty cluster`,
  conditions: checks.conditions,
  seconds: (performance.now() - startedAtMs) / 1_000,
  commit: to,
});
const failedCount = checks.conditions.filter(({ isMet }) => !isMet).length;
console.log(`\nWritten to docs/reference/faults.md; ${failedCount} conditions are not met.`);
process.exit(failedCount > 0 ? 1 : 0); // a step that was ended may still wait for something

async function check() {
  const previous = await step(`Build the image of ${from}`, () => buildImage(buildah, from));
  const current = await step(`Build the image of ${to}`, () => buildImage(buildah, to));
  checks.check("the images of both versions were built from their commits", true);
  const { installation, partner } = await step("Start PostgreSQL, RabbitMQ and a partner", () => open(previous));
  await checkOwner(installation.postgres.ownerUrl);
  const { workspace, receiver, feed } = await step(`Install ${from} and write ${FILLED_PRODUCTS} products`, () =>
    installPrevious(installation, partner),
  );
  const writer = startWriter({
    apis: installation.apis,
    workspaces: [workspace],
    perSecond: WRITES_PER_SECOND,
    longEvery: 100,
    inHandMax: WRITES_IN_HAND,
    timeoutMs: CLIENT_TIMEOUT_MS,
  });
  resources.defer(() => void writer.stop());
  await step(`Upgrade to ${to} under load`, () => upgrade({ installation, image: current, writer, checks }));
  const backup = await step("Back up under load", () => backUp({ installation, writer, signal }));
  await step("Kill the broker, the database and each process under load", () =>
    killEverything({ installation, writer, checks, signal }),
  );
  await step("Compare the ledgers", async () => {
    checkInvariants(checks, await installation.verdict(writer.accepted));
    checkLargest(checks, receiver);
  });
  await step("Compare the partner's file with the database", () =>
    compareFile({ installation, workspace, partner, feed, checks, signal }),
  );
  await step("Restore the backup into an empty cluster", () =>
    rehearseRestore({ installation, backup, workspace, receiver, checks, resources, signal }),
  );
}

async function open(image) {
  const partner = await startPartner();
  resources.defer(() => partner.stop());
  const servers = await startServers();
  const installation = await openInstallation({ servers, image });
  resources.defer(() => installation.close());
  return { installation, partner };
}

async function checkOwner(ownerUrl) {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const text = "SELECT rolsuper OR rolbypassrls AS is_privileged FROM pg_roles WHERE rolname = current_user";
  const { rows } = await client.query(text).finally(() => client.end());
  checks.check("the owner is neither a superuser nor exempt from row-level security", !rows[0].is_privileged);
}

/** Installs the previous version as its documentation says, with products, endpoints and a feed that a partner gets. */
async function installPrevious(installation, partner) {
  await installation.skucast(["migrate"], installation.postgres.ownerUrl);
  const created = await installation.skucast(["workspaces", "create", "--name", "Shop", "--email", "a@b.example"]);
  const [id] = /ws_\w+/.exec(created) ?? [];
  if (id === undefined) throw new Error(`no workspace was created: ${created}`);
  const apiKey = await installation.skucast(["keys", "create", "--name", "First", "--workspace", id]);
  const workspace = { id, apiKey };
  await installation.startApps();
  const api = installation.api();
  const receiver = await installation.openReceiver();
  for (let i = 0; i < ENDPOINTS; i += 1) await installation.createEndpoint(api, workspace, receiver, { path: `/${i}` });
  await fill(api, workspace);
  const destinationId = await partner.addDestination(api, workspace);
  const channel = await partner.addChannel(api, workspace, { market: MARKET });
  const feed = await partner.addFeed(api, workspace, {
    channelId: channel.id,
    destinationId,
    format: "jsonl",
    compression: "none",
    file_name: "products.jsonl",
    guards: { min_items: null },
  });
  return { workspace, receiver, feed };
}

async function fill(api, workspace) {
  for (let start = 0; start < FILLED_PRODUCTS; start += BATCH) {
    const items = Array.from({ length: BATCH }, (_, i) => ({
      sku: `filled-${start + i}`,
      title: `Größe ${start + i}`,
      price_amount: 19.9,
      price_currency: "EUR",
      availability: "in_stock",
    }));
    await call(api, workspace, "POST", "/products/batch", { items });
  }
}
