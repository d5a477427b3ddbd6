// Measures the product next to its limits in one run and writes the report. Usage: npm run bench [-- NAME …] [--quick]
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { cpus, release } from "node:os";
import { join } from "node:path";
import { providePartnerServers } from "../scripts/test/partner-servers.mjs";
import { canCount } from "./cpu.mjs";
import { fill } from "./fill.mjs";
import { keepAwake } from "./keep-awake.mjs";
import { openResults } from "./kept-results.mjs";
import { measureBatch } from "./measure-batch.mjs";
import { installCatalogPeers, measureCatalogPeers } from "./measure-catalog-peers.mjs";
import { measureDeliveries } from "./measure-deliveries.mjs";
import { measureExport, measureRules } from "./measure-export.mjs";
import { measureGet } from "./measure-get.mjs";
import { measureGrowth } from "./measure-growth.mjs";
import { measureHanging } from "./measure-hanging.mjs";
import { measureIdle, measureSeparateApps } from "./measure-idle.mjs";
import { measureImport } from "./measure-import.mjs";
import { measureIndex } from "./measure-index.mjs";
import { measureIndexLag } from "./measure-index-lag.mjs";
import { measureList } from "./measure-list.mjs";
import { measureMcp } from "./measure-mcp.mjs";
import { installOtherTools, measureOtherTools } from "./measure-other-tools.mjs";
import { measurePages } from "./measure-pages.mjs";
import { measurePeers, preparePeers } from "./measure-peers.mjs";
import { profileApi, profileDeliveries, profileFeeds, profileImport, profileMcp } from "./measure-profiles.mjs";
import { measureSearch } from "./measure-search.mjs";
import { measurePull, measurePush, PUSH_BYTES } from "./measure-transfers.mjs";
import { measureUnchanged, measureUpsert, PRODUCTS } from "./measure-upsert.mjs";
import { measureViews } from "./measure-views.mjs";
import { measureWhole } from "./measure-whole.mjs";
import { middleRound } from "./middle-round.mjs";
import { isWantedBy, readOptionsOrExit } from "./options.mjs";
import { findPgbench } from "./pgbench.mjs";
import { renderReport } from "./report.mjs";
import { renderCatalogPeers } from "./report-catalog-peers.mjs";
import { renderGrowth } from "./report-growth.mjs";
import { renderOtherTools } from "./report-other-tools.mjs";
import { renderProfiles } from "./report-profiles.mjs";
import { pricedProductOf, RULED_CHANNEL, ruledRow } from "./ruled-channel.mjs";
import { createSteadiness } from "./steadiness.mjs";
import { openTestbed, ROOT } from "./testbed.mjs";
import { measureWakeUp } from "./wake-up.mjs";

const { names: wanted, isQuick, isResumed } = readOptionsOrExit();
const seconds = isQuick ? 4 : 10;
const deliveries = isQuick ? 10_000 : 40_000;
const exportRows = isQuick ? 200_000 : 1_000_000;
const transferBytes = (isQuick ? 128 : 256) * 1024 * 1024;
const searchRows = isQuick ? 100_000 : 1_000_000;
const indexRows = isQuick ? 20_000 : 100_000;
const lagSeconds = isQuick ? 5 : 20;
const importRows = isQuick ? 50_000 : 200_000;
const rounds = isQuick ? 1 : 3;
const catalogs = isQuick ? { filled: 2_000, rounds: 1, seconds: 3 } : { filled: 5_000, rounds: 3, seconds: 5 };
const otherTools = isQuick
  ? { rounds: 1, seconds: 3, feedRows: 100_000, importRows: 20_000 }
  : { rounds: 3, seconds: 6, feedRows: 1_000_000, importRows: 200_000 };
const growth = isQuick ? { small: 5_000, large: 50_000 } : { small: 10_000, large: 3_000_000 };
const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: ROOT, encoding: "utf8" }).trim();
const { results, samples, save } = openKeptResults();
const steadiness = createSteadiness(samples);
/** A machine whose cores take longer to wake is measured with cores that do not sleep. */
const WAKE_UP_US_MAX = 20;
const asleepUs = await measureWakeUp();
const awake = asleepUs > WAKE_UP_US_MAX ? keepAwake() : undefined;

if (!canCount) fail("The bench counts CPU time in /proc and runs on Linux only.");
try {
  findPgbench();
} catch (error) {
  fail(/** @type {Error} */ (error).message);
}

const isWanted = (name) => isWantedBy(name, wanted) && results[name] === undefined;
const hasPeers = isWanted("peers") && (await canMeasurePeers());
let failures = 0;
if (["upsert", "unchanged", "batch", "list", "get", "mcp", "export", "pages"].some(isWanted))
  await attempt(measureOnTestbed);
if (isWanted("rules")) await attempt(measureRuledFeed);
if (isWanted("search")) await attempt(measureSearches);
if (isWanted("index")) await attempt(measureIndexing);
if (isWanted("lag")) await attempt(measureLag);
if (isWanted("push") || isWanted("pull")) await attempt(measureTransfers);
if (isWanted("import")) await attempt(measureFiles);
if (isWanted("deliveries") || hasPeers) await attempt(measureDeliverers);
if (isWanted("hanging")) await attempt(measureHangingEndpoints);
if (isWanted("idle")) await attempt(measureIdleApps);
if (isWanted("whole")) await attempt(measureAllApps);
if (isWanted("views")) await attempt(measureFirstViews);

if (isWanted("growth")) await reportGrowth();
if (isWanted("catalog-peers")) await reportCatalogPeers();
if (isWanted("other-tools")) await reportOtherTools();
if (isWanted("profiles")) await reportProfiles();

if (Object.keys(results).length > 0) reportResults(await measureWakeUp());
awake?.stop();
if (failures > 0) process.exitCode = 1;

/** So that a measurement that fails does not cost the hour of the others. The report is then printed and not written. */
async function attempt(measure) {
  try {
    await measure();
  } catch (error) {
    failures += 1;
    console.error(error);
  } finally {
    save();
  }
}

function openKeptResults() {
  try {
    return openResults({ commit, isQuick }, isResumed);
  } catch (error) {
    fail(/** @type {Error} */ (error).message);
    throw error;
  }
}

async function measureIdleApps() {
  results.separate = await onTestbed("Each app as its own process, idle", measureSeparateApps);
  results.idle = await timed("All apps in one process, idle", measureIdle);
}

async function measureLag() {
  results.lag = await onTestbed("Search during a bulk load", (testbed) => measureIndexLag(testbed, lagSeconds));
}

async function measureHangingEndpoints() {
  results.hanging = await onTestbed("Webhooks, some endpoints hang", measureHanging);
}

async function measureAllApps() {
  results.whole = await timed("All apps in one process", () => measureWhole(seconds));
}

async function measureFirstViews() {
  results.views = await timed("First views of the dashboard", measureViews);
}

function reportResults(wakeUpUs) {
  const report = renderReport(results, {
    seconds,
    exportRows,
    pushBytes: PUSH_BYTES,
    transferBytes,
    importRows,
    date: new Date(),
    commit,
    rounds,
    cores: cpus().length,
    kernel: release(),
    node: process.version,
    spread: steadiness.spread(),
    wakeUpUs,
    asleepUs: awake && asleepUs,
  });
  console.log(`\n${report}`);
  if (wanted.length === 0 && !isQuick && failures === 0) {
    writeFileSync(join(ROOT, "docs/reference/benchmarks.md"), report);
    console.log("Written to docs/reference/benchmarks.md");
  }
}

/** Sampling costs some CPU, so its figures are not those of the benchmarks, and have a page of their own. */
async function reportProfiles() {
  const paths = [
    ...(await onTestbed("Profile catalog-api and mcp-gateway", async (testbed) => {
      await fill(testbed, PRODUCTS);
      return [...(await profileApi(testbed, seconds)), ...(await profileMcp(testbed, seconds))];
    })),
    ...(await onTestbed("Profile importer", (testbed) => profileImport(testbed, importRows))),
    ...(await onTestbed("Profile sftp-exporter", (testbed) => profileFeeds(testbed, importRows))),
    ...(await onTestbed("Profile webhook-dispatcher", (testbed) => profileDeliveries(testbed, deliveries))),
  ];
  const text = renderProfiles(paths, { date: new Date(), cores: cpus().length, node: process.version });
  console.log(`\n${text}`);
  if (isQuick) return;
  writeFileSync(join(ROOT, "docs/reference/profiles.md"), text);
  console.log("Written to docs/reference/profiles.md");
}

/** It has a page of its own, because it takes longer than everything else together. */
async function reportGrowth() {
  const measured = await timed(`Grow to ${growth.large} products`, () => measureGrowth(growth));
  const text = renderGrowth(measured, { date: new Date(), cores: cpus().length, node: process.version });
  console.log(`\n${text}`);
  if (isQuick) return;
  writeFileSync(join(ROOT, "docs/reference/growth.md"), text);
  console.log("Written to docs/reference/growth.md");
}

/** It has a page of its own, because it takes long and needs packages that the project does not depend on. */
async function reportCatalogPeers() {
  const installed = await timed("Install the other catalogs", installCatalogPeers);
  const options = { ...catalogs, log: (line) => console.log(`  … ${line}`) };
  const measured = await onTestbed("Other catalogs", (testbed) => measureCatalogPeers(testbed, installed, options));
  const machine = { date: new Date(), cores: cpus().length, node: process.version };
  const text = renderCatalogPeers(measured, { ...catalogs, ...machine });
  console.log(`\n${text}`);
  if (isQuick) return;
  writeFileSync(join(ROOT, "docs/reference/catalog-peers.md"), text);
  console.log("Written to docs/reference/catalog-peers.md");
}

/** It has a page of its own, because it needs packages that the project does not depend on. */
async function reportOtherTools() {
  const folders = await timed("Install the other tools", installOtherTools);
  const log = (line) => console.log(`  … ${line}`);
  const measured = await timed("Other tools", () => measureOtherTools(folders, { ...otherTools, log }));
  const machine = { date: new Date(), cores: cpus().length, node: process.version };
  const text = renderOtherTools(measured, { ...otherTools, ...machine });
  console.log(`\n${text}`);
  if (isQuick) return;
  writeFileSync(join(ROOT, "docs/reference/other-tools.md"), text);
  console.log("Written to docs/reference/other-tools.md");
}

async function measureOnTestbed() {
  const testbed = await timed("Start PostgreSQL", openTestbed);
  try {
    const api = await testbed.startApp("catalog-api", 18_080);
    await timed(`Fill in ${PRODUCTS} products`, () => fill(testbed, PRODUCTS));
    if (isWanted("upsert") || isWanted("unchanged")) {
      await timed("Warm up", () => measureUpsert(testbed, api, 3));
      results.upsert = await inRounds(testbed, "Single upsert", () => measureUpsert(testbed, api, seconds));
    }
    if (isWanted("unchanged"))
      results.unchanged = await measured(testbed, "Unchanged upsert", () => measureUnchanged(testbed, api, seconds));
    if (isWanted("batch")) {
      await timed("Warm up", () => measureBatch(testbed, api, 3));
      results.batch = await inRounds(testbed, "Batch of 1,000", () => measureBatch(testbed, api, seconds));
    }
    if (isWanted("list"))
      results.list = await inRounds(testbed, "List of 100", () => measureList(testbed, api, seconds));
    if (isWanted("get"))
      results.get = await inRounds(testbed, "Product by SKU", () => measureGet(testbed, api, seconds));
    if (isWanted("mcp")) {
      const gateway = await testbed.startApp("mcp-gateway", 18_086);
      results.mcp = await measured(testbed, "A product over MCP and REST", () =>
        measureMcp(testbed, { api, gateway }, seconds),
      );
      await gateway.stop();
    }
    if (isWanted("export") || isWanted("pages"))
      await timed(`Fill in ${exportRows} products`, () => fill(testbed, exportRows));
    if (isWanted("pages"))
      results.pages = await timed("Pages of the dashboard", () => measurePages(testbed, api, exportRows));
    if (isWanted("export"))
      results.export = await measured(testbed, "Export", () => measureExport(testbed, api, exportRows));
  } finally {
    await testbed.close();
  }
}

/** On a new testbed: products with prices for several markets. */
async function measureRuledFeed() {
  const testbed = await timed("Start PostgreSQL", openTestbed);
  try {
    const api = await testbed.startApp("catalog-api", 18_080);
    await timed(`Fill in ${exportRows} products`, () => fill(testbed, exportRows, pricedProductOf));
    const feed = { rows: exportRows, channel: RULED_CHANNEL, rowOf: ruledRow };
    results.rules = await measured(testbed, "Export with rules", () => measureRules(testbed, api, feed));
  } finally {
    await testbed.close();
  }
}

async function measureTransfers() {
  await providePartnerServers().catch((error) => fail(error.message));
  const testbed = await timed("Start PostgreSQL", openTestbed);
  try {
    if (isWanted("push")) results.push = await timed("Push", () => measurePush(testbed));
    if (!isWanted("pull")) return;
    const api = await testbed.startApp("catalog-api", 18_080);
    results.pull = await timed("Pull", () => measurePull(testbed, api, transferBytes));
  } finally {
    await testbed.close();
  }
}

/** On a new testbed: products of one workspace, with words distributed as in a language. */
async function measureSearches() {
  results.search = await onTestbed(`Search among ${searchRows} products`, (testbed) =>
    measureSearch(testbed, searchRows),
  );
}

/** On a new testbed: products that the search does not have yet. */
async function measureIndexing() {
  results.index = await onTestbed(`Index ${indexRows} products for the search`, (testbed) =>
    measureIndex(testbed, indexRows),
  );
}

/** On a new testbed: an empty catalog, and no relay at the same time. */
async function measureFiles() {
  results.import = await onTestbed(`Import ${importRows} rows 14 times`, (testbed) =>
    measureImport(testbed, importRows),
  );
}

/** One dispatcher, two, and the peers in turn, each on a new testbed, so that a slow phase of the machine affects all. */
async function measureDeliverers() {
  const alone = [];
  const shared = [];
  const peers = [];
  for (let round = 0; round < rounds; round += 1) {
    if (isWanted("deliveries")) {
      alone.push(await measureDispatching(1));
      shared.push(await measureDispatching(2));
    }
    if (hasPeers) peers.push(await measureOthers());
  }
  if (isWanted("deliveries")) {
    results.deliveries = middleRound(alone, cpuOfDelivery);
    results.sharedDeliveries = middleRound(shared, cpuOfDelivery);
  }
  if (hasPeers) results.peers = peers[0].map((_, peer) => middleRound(peers.map((round) => round[peer])));
}

async function measureDispatching(dispatchers) {
  return onTestbed(`Webhook deliveries, ${dispatchers} dispatcher(s)`, (testbed) =>
    measureDeliveries(testbed, { deliveries, dispatchers }),
  );
}

function cpuOfDelivery({ product: { dispatcherUs, postgresUs, brokerUs } }) {
  return dispatcherUs + postgresUs + brokerUs;
}

/** Peers that were requested by name are required. Otherwise they are left out if they cannot be installed. */
async function canMeasurePeers() {
  try {
    await preparePeers();
    return true;
  } catch (error) {
    if (wanted.length > 0) fail(/** @type {Error} */ (error).message);
    console.log(`The peers are left out. ${/** @type {Error} */ (error).message}`);
    return false;
  }
}

/** On a new testbed: the same PostgreSQL as for the dispatcher. */
async function measureOthers() {
  return onTestbed("Webhook deliveries by peers", (testbed) => measurePeers(testbed, deliveries));
}

/** Rounds of limit and product in turn: the one with the median ratio, and the ratios of all. */
async function inRounds(testbed, name, work) {
  const all = [];
  for (let round = 1; round <= rounds; round += 1) {
    all.push(await measured(testbed, `${name}, round ${round} of ${rounds}`, work));
  }
  const ratioOf = ({ product, limit }) => product.rate / limit.rate;
  return { ...middleRound(all, ratioOf), ratios: all.map(ratioOf) };
}

/** A measurement on a new testbed. */
async function onTestbed(name, work) {
  const testbed = await timed("Start PostgreSQL", openTestbed);
  try {
    return await timed(name, () => work(testbed));
  } finally {
    await testbed.close();
  }
}

/** A measurement on a quiet testbed. */
async function measured(testbed, name, work) {
  await testbed.settled();
  return timed(name, work);
}

async function timed(name, work) {
  steadiness.sample();
  const startedAtMs = performance.now();
  const result = await work();
  console.log(`  ✓ ${name} (${((performance.now() - startedAtMs) / 1000).toFixed(1)} s)`);
  return result;
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
