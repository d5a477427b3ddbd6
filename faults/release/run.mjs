// The release check: builds the images of the previous version and of this one, installs the previous one with an owner
// who is no superuser, upgrades it under load, kills every part, restores a backup into an empty cluster, and compares
// the ledgers. Usage: npm run release:check [-- --from VERSION] [--to VERSION] [--store FOLDER]
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
import { upgrade } from "./upgrade.mjs";

const FILLED_PRODUCTS = 5_000;
const BATCH = 500;
const WRITES_PER_SECOND = 25;
const ENDPOINTS = 2;
/** No write may fail because the machine that runs the check is slow. */
const CLIENT_TIMEOUT_MS = 60_000;
const MARKET = { country: "DE", currency: "EUR", language: "de" };

const { values: options } = parseArgs({
  options: { from: { type: "string" }, to: { type: "string", default: "HEAD" }, store: { type: "string" } },
});
const startedAtMs = performance.now();
const checks = createChecks();
const from = options.from ?? previousVersion(options.to);
const versions = `${commitOf(from)} to ${commitOf(options.to)}`;
console.log(`\nR1 release check, ${versions}`);
if (options.store) mkdirSync(options.store, { recursive: true });
const buildah = openBuildah(options.store);
try {
  const images = await buildImages();
  await check(images);
} catch (error) {
  checks.check(`finished (${/** @type {Error} */ (error).message})`, false);
  console.error(error);
} finally {
  await (options.store ? buildah.removeContainers() : buildah.remove());
}
writeReport({
  name: "R1",
  title: `release: installed from images by an owner without privileges, upgraded from ${versions} under load, every part killed, a backup restored into an empty cluster`,
  conditions: checks.conditions,
  seconds: (performance.now() - startedAtMs) / 1_000,
});
const failedCount = checks.conditions.filter(({ isMet }) => !isMet).length;
console.log(`\nWritten to docs/reference/faults.md; ${failedCount} conditions are not met.`);
process.exitCode = failedCount > 0 ? 1 : 0;

async function buildImages() {
  const previous = await buildImage(buildah, from);
  const current = await buildImage(buildah, options.to);
  checks.check("the images of both versions were built from their commits", true);
  return { previous, current };
}

async function check({ previous, current }) {
  const servers = await startServers();
  const installation = await openInstallation({ servers, image: previous });
  const partner = await startPartner();
  let writer;
  try {
    await checkOwner(servers.postgres.ownerUrl);
    const { workspace, receiver, feed } = await installPrevious(installation, partner);
    writer = startWriter({
      apis: installation.apis,
      workspaces: [workspace],
      perSecond: WRITES_PER_SECOND,
      longEvery: 100,
      timeoutMs: CLIENT_TIMEOUT_MS,
    });
    await upgrade({ installation, image: current, writer, checks });
    const backup = await backUp({ installation, writer });
    await killEverything({ installation, writer, checks });
    checkInvariants(checks, await installation.verdict(writer.accepted));
    checkLargest(checks, receiver);
    await compareFile({ installation, workspace, partner, feed, checks });
    await rehearseRestore({ installation, backup, workspace, receiver, checks });
  } finally {
    await writer?.stop();
    await installation.close();
    await partner.stop();
  }
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
