// The whole deployment with few products and with many: what each operation costs, how a large import ends, and disk.

import { createReadStream, createWriteStream, rmSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { createGzip } from "node:zlib";
import { newId } from "@skucast/contracts/ids";
import { call } from "./call.mjs";
import { cpuOfFamily, familyOf, memoryOf } from "./cpu.mjs";
import { measureOperations } from "./growth-operations.mjs";
import { writeFileOf } from "./import-files.mjs";
import { sendImport } from "./measure-import.mjs";
import { skuOf } from "./products.mjs";
import { startReceiver } from "./receiver.mjs";
import { openDeployment, settled } from "./whole-deployment.mjs";

const LOOK_MS = 1_000;
/** The parts of the import whose rates are compared: its first and its last rows. */
const PART_ROWS = 100_000;

/**
 * Imports `small` products, measures every operation, imports the rest of `large`, waits until every event is delivered
 * and nothing works in the background, and measures every operation again.
 * @param {{ small: number, large: number }} sizes
 */
export async function measureGrowth({ small, large }) {
  const receiver = await startReceiver(1, { isIdsOnly: true });
  const opened = await openDeployment();
  try {
    const deployment = await prepare(opened, receiver);
    const first = await importRows(deployment, { first: 0, rows: small });
    const before = { load: first, operations: await measureOperations(deployment, small) };
    const load = await importRows(deployment, { first: small, rows: large - small });
    const after = { load, operations: await measureOperations(deployment, large) };
    await check(deployment, large);
    return { small, large, before, after };
  } finally {
    await opened.close();
    receiver.stop();
  }
}

/** The workspace of the demo, with one endpoint that receives every event. */
async function prepare(opened, receiver) {
  const { key, api, demo } = opened;
  await callWithoutAnswer(key, api, "DELETE", `/webhook-endpoints/${demo.webhook_endpoint_id}`);
  const endpoint = await call(key, api, "POST", "/webhook-endpoints", { url: `${receiver.origins[0]}/webhooks` });
  return { ...opened, receiver, ids: { channel: demo.channel_id, feed: demo.feed_id, endpoint: endpoint.id } };
}

/** Imports products, and follows the import and everything that it causes. */
async function importRows(deployment, { first, rows }) {
  const { dataDir, pid, receiver, database, key, api } = deployment;
  const file = await compressed(await writeFileOf(dataDir, { format: "csv", first, rows, revision: first }));
  const receivedBefore = receiver.count();
  const diskBefore = await diskOf(database);
  const cpuBefore = cpuOfFamily(pid);
  const startedAtMs = performance.now();
  const importId = await sendImport(key, api, file);
  rmSync(file.path);
  const progress = await follow(deployment, importId);
  const loadedMs = performance.now() - startedAtMs;
  const quiet = await settled(deployment, () => receiver.count() >= receivedBefore + rows);
  await database.query("CHECKPOINT");
  return {
    rows,
    seconds: loadedMs / 1_000,
    quietSeconds: (quiet.atMs - startedAtMs) / 1_000,
    cpuUs: (quiet.cpuUs - cpuBefore) / rows,
    ...ratesOf(progress),
    peakMb: Math.max(progress.peakMb, quiet.peakMb),
    afterMb: memoryOf(familyOf(pid)).pss,
    diskBytes: ((await diskOf(database)) - diskBefore) / rows,
  };
}

/** The file with gzip, since a request may have 500 MB, fewer than the rows of the large import have. */
async function compressed({ path, type }) {
  const to = `${path}.gz`;
  await pipeline(createReadStream(path), createGzip(), createWriteStream(to));
  rmSync(path);
  return { path: to, type };
}

/** How many rows of the import were read at each time, in milliseconds. */
async function follow({ pid, key, api }, importId) {
  /** @type {{ atMs: number, rows: number }[]} */
  const steps = [];
  let peakMb = 0;
  for (;;) {
    const made = await call(key, api, "GET", `/imports/${importId}`);
    steps.push({ atMs: performance.now(), rows: made.counts.received });
    peakMb = Math.max(peakMb, memoryOf(familyOf(pid)).pss);
    if (made.finished_at !== null) {
      if (made.status !== "succeeded") throw new Error(`the import ended as ${made.status}`);
      return { steps, peakMb };
    }
    await pause(LOOK_MS);
  }
}

/** Rows per second of the first and of the last part of an import; null if the import is shorter than both. */
function ratesOf({ steps }) {
  const total = steps.at(-1)?.rows ?? 0;
  if (total < 2 * PART_ROWS) return { firstRate: null, lastRate: null };
  const start = steps.find(({ rows }) => rows > 0) ?? steps[0];
  const firstEnd = steps.find(({ rows }) => rows >= start.rows + PART_ROWS);
  const lastStart = steps.findLast(({ rows }) => rows <= total - PART_ROWS);
  const lastEnd = steps.find(({ rows }) => rows === total);
  return { firstRate: rateBetween(start, firstEnd), lastRate: rateBetween(lastStart, lastEnd) };
}

const rateBetween = (from, to) => ((to.rows - from.rows) * 1_000) / (to.atMs - from.atMs);

/** Each product is stored and can be found, and each event has arrived. */
async function check({ key, api, receiver, database, workspaceId }, products) {
  const stored = await database.query(
    "SELECT count(*)::int AS n FROM products WHERE workspace_id = $1 AND deleted_at IS NULL",
    [workspaceId],
  );
  if (stored.rows[0].n !== products) throw new Error(`${stored.rows[0].n} products of ${products} are stored`);
  const sent = await database.query("SELECT count(*)::int AS n FROM events WHERE workspace_id = $1", [workspaceId]);
  if (receiver.count() < sent.rows[0].n - 100)
    throw new Error(`${receiver.count()} of ${sent.rows[0].n} events arrived`);
  for (const n of [0, products >> 1, products - 1]) {
    const { data } = await call(key, api, "GET", `/products?q=${skuOf(n)}`);
    if (data[0]?.sku !== skuOf(n)) throw new Error(`${skuOf(n)} is not found by its SKU`);
  }
}

async function diskOf(database) {
  return Number((await database.query("SELECT pg_database_size(current_database()) AS bytes")).rows[0].bytes);
}

async function callWithoutAnswer(key, api, method, path) {
  const headers = { authorization: `Bearer ${key.apiKey}`, "idempotency-key": newId("evt") };
  const response = await fetch(`${api.baseUrl}/api/public/v1${path}`, { method, headers });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
}
