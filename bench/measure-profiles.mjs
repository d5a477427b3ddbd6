// Where the time of each path goes, in the process of one app: CPU microseconds for each product, page, row, delivery or call.
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { apiPaths } from "./api-paths.mjs";
import { fill } from "./fill.mjs";
import { writeFileOf } from "./import-files.mjs";
import { load } from "./load.mjs";
import { measureDeliveries } from "./measure-deliveries.mjs";
import { createChannel, PLAIN_CHANNEL, runRate } from "./measure-export.mjs";
import { sendImport } from "./measure-import.mjs";
import { callsOverMcp } from "./measure-mcp.mjs";
import { monotonicUs, openProfiles } from "./profile.mjs";
import { pricedProductOf, RULED_CHANNEL } from "./ruled-channel.mjs";

const LOOK_MS = 100;
/** On a testbed with products: the profile of each path of catalog-api. */
export async function profileApi(testbed, seconds) {
  const profiles = openProfiles();
  const api = await testbed.startApp("catalog-api", 18_080, profiles.env);
  const done = [];
  for (const [name, sent] of Object.entries(await apiPaths(testbed, api))) {
    await testbed.settled();
    await load(testbed, api, { ...sent, seconds: 2 });
    const { count, window } = await load(testbed, api, { ...sent, seconds });
    done.push({ name, count, window });
  }
  await api.stop();
  return named(done, profiles);
}

/** Of a call that gets a product over MCP. */
export async function profileMcp(testbed, seconds) {
  const profiles = openProfiles();
  const gateway = await testbed.startApp("mcp-gateway", 18_086, profiles.env);
  const sent = { connections: 16, requestsOf: callsOverMcp(testbed) };
  await load(testbed, gateway, { ...sent, seconds: 2 });
  const { count, window } = await load(testbed, gateway, { ...sent, seconds });
  await gateway.stop();
  return named([{ name: "Get over MCP", count, window }], profiles);
}

/** Of a row of a CSV file that changes its product. */
export async function profileImport(testbed, rows) {
  const folder = { SKUCAST_UPLOADS_DIR: join(testbed.dir, "uploads") };
  const written = [0, 1].map((revision) => writeFileOf(testbed.dir, { format: "csv", first: 0, rows, revision }));
  const api = await testbed.startApp("catalog-api", 18_082, folder);
  const ids = [];
  for (const file of await Promise.all(written)) ids.push(await sendImport(testbed, api, file));
  await api.stop();
  const profiles = openProfiles();
  const importer = await testbed.startApp("importer", 18_083, { ...folder, ...profiles.env });
  await finished(testbed, ids[0]);
  const fromUs = monotonicUs();
  await finished(testbed, ids[1]);
  const done = [{ name: "Imported row of CSV, changed", count: rows, window: { fromUs, toUs: monotonicUs() } }];
  await importer.stop();
  return named(done, profiles);
}

async function finished(testbed, id) {
  const sql = "SELECT status, finished_at FROM imports WHERE id = $1";
  for (;;) {
    const [{ status, finished_at: finishedAt }] = (await testbed.db.system.query(sql, [id])).rows;
    if (finishedAt !== null && status !== "succeeded") throw new Error(`the import ended as ${status}`);
    if (finishedAt !== null) return;
    await pause(LOOK_MS);
  }
}

/** Of a row of a feed's file. Compression is outside V8, so it is not part of it. */
export async function profileFeeds(testbed, rows) {
  const api = await testbed.startApp("catalog-api", 18_080);
  await fill(testbed, rows, pricedProductOf);
  const profiles = openProfiles();
  const exporter = await testbed.startApp("sftp-exporter", 18_081, profiles.env);
  const setup = { testbed, api, exporter, partner: undefined, rows, idleMb: 0, sha256: undefined };
  const done = [];
  for (const [name, definition] of Object.entries({
    "Row of a file": PLAIN_CHANNEL,
    "Row with ten rules and market prices": RULED_CHANNEL,
  })) {
    const channel = await createChannel(testbed, api, definition);
    await runRate(setup, { channel, name: `warm-${done.length}`, deliveries: [] });
    const fromUs = monotonicUs();
    await runRate(setup, { channel, name: `feed-${done.length}`, deliveries: [] });
    done.push({ name, count: rows, window: { fromUs, toUs: monotonicUs() } });
  }
  await exporter.stop();
  await api.stop();
  return named(done, profiles);
}

/** Of a webhook delivery, with RabbitMQ. */
export async function profileDeliveries(testbed, deliveries) {
  const profiles = openProfiles();
  const { product } = await measureDeliveries(testbed, { deliveries, dispatcherEnv: profiles.env });
  return named([{ name: "Webhook delivery", count: deliveries, window: product.window }], profiles);
}

function named(done, profiles) {
  const groups = profiles.read(done.map(({ window }) => window));
  return done.map(({ name, count }, i) => ({ name, count, groups: groups[i] }));
}
