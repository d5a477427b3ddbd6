// How much later webhooks arrive when 500 of 10,000 endpoints accept connections and never respond.
import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { firstIdAt, newId } from "@skucast/contracts/ids";
import { LIMITS } from "@skucast/contracts/limits";
import { newKeyringText } from "@skucast/credentials/keyring";
import { hashToken, newToken } from "@skucast/credentials/token";
import { insertApiKey } from "@skucast/db/api-keys/insert-api-key";
import { startDebianServer } from "../scripts/test/rabbitmq.mjs";
import { call } from "./call.mjs";
import { productOf, skuOf } from "./products.mjs";

const ENDPOINTS = 10_000;
const PER_WORKSPACE = LIMITS.webhookEndpointsPerWorkspace;
/** One of as many endpoints hangs. */
const HANGING_SHARE = 20;
/** Each causes one delivery for each endpoint of a workspace. */
const WRITES_PER_SECOND = 15;
const WARM_SECONDS = 10;
const SECONDS = 30;
const SETTLED_MS = 120_000;

const OTHERS = "w.workspace_id = d.workspace_id AND w.id = d.endpoint_id AND w.url LIKE 'http://127.1.%'";

const LATENCIES = `
  SELECT count(*)::int AS count, percentile_disc(ARRAY[0.5, 0.99]) WITHIN GROUP (
    ORDER BY extract(epoch FROM a.started_at - e.created_at) * 1000) AS ms
  FROM events e
  JOIN deliveries d ON d.workspace_id = e.workspace_id AND d.event_id = e.id
  JOIN webhook_endpoints w ON ${OTHERS}
  JOIN delivery_attempts a ON a.workspace_id = d.workspace_id AND a.delivery_id = d.id AND a.number = 1
  WHERE e.workspace_id = ANY($1) AND e.id >= $2`;

const UNFINISHED = `
  SELECT FROM deliveries d JOIN webhook_endpoints w ON ${OTHERS}
  WHERE d.workspace_id = ANY($1) AND d.id >= $2 AND d.completed_at IS NULL LIMIT 1`;

/** Milliseconds from the event to the first attempt at endpoints that respond, while all do, and while some hang. */
export async function measureHanging(testbed) {
  const broker = await startDebianServer();
  const receiver = fork(fileURLToPath(new URL("hanging-receiver.mjs", import.meta.url)));
  const [{ port }] = await once(receiver, "message");
  const settings = {
    SKUCAST_ENCRYPTION_KEYS: newKeyringText(),
    SKUCAST_ALLOW_TARGETS: "127.0.0.0/8",
    AMQP_URL: broker.amqpUrl,
  };
  const apps = [];
  try {
    const api = await testbed.startApp("catalog-api", 18_090, settings);
    apps.push(api);
    const workspaces = await createWorkspaces(testbed);
    await createEndpoints(api, workspaces, port);
    apps.push(await testbed.startApp("webhook-dispatcher", 18_091, settings));
    const work = { testbed, api, workspaces };
    await writeFor(WARM_SECONDS, work);
    const quiet = await latencyOf(work);
    receiver.send("hang");
    await writeFor(WARM_SECONDS, work);
    const hanging = await latencyOf(work);
    return { endpoints: ENDPOINTS, hangingEndpoints: ENDPOINTS / HANGING_SHARE, quiet, hanging };
  } finally {
    await Promise.all(apps.map((app) => app.stop()));
    receiver.disconnect();
    await broker.stop();
  }
}

async function createWorkspaces({ db }) {
  const workspaces = [];
  for (let n = 0; n < ENDPOINTS / PER_WORKSPACE; n += 1) {
    const workspaceId = newId("ws");
    const apiKey = newToken("sk");
    await db.system.query("INSERT INTO workspaces (id, name) VALUES ($1, $2)", [workspaceId, `Bench ${n}`]);
    const key = { workspaceId, id: newId("key"), name: "bench", secretHash: hashToken(apiKey), lastFour: "none" };
    await insertApiKey(db, key);
    workspaces.push({ workspaceId, apiKey });
  }
  return workspaces;
}

/** Each endpoint is on a host of its own. Those that will hang are on 127.2.0.0/16, one of 20 in each workspace. */
async function createEndpoints(api, workspaces, port) {
  for (const [n, key] of workspaces.entries()) {
    await Promise.all(
      Array.from({ length: PER_WORKSPACE }, (_, i) => {
        const at = n * PER_WORKSPACE + i;
        const network = at % HANGING_SHARE === 0 ? 2 : 1;
        const url = `http://127.${network}.${at >> 8}.${at & 255}:${port}/webhooks`;
        return call(key, api, "POST", "/webhook-endpoints", { url });
      }),
    );
  }
}

async function latencyOf(work) {
  const { testbed, workspaces } = work;
  const ids = workspaces.map(({ workspaceId }) => workspaceId);
  const startedAt = Date.now();
  const count = await writeFor(SECONDS, work);
  for (const deadline = Date.now() + SETTLED_MS; await isUnfinished(testbed, ids, startedAt); await pause(200))
    if (Date.now() > deadline) throw new Error("the deliveries to endpoints that respond did not finish");
  const { rows } = await testbed.db.system.query(LATENCIES, [ids, firstIdAt("evt", startedAt)]);
  const perEvent = PER_WORKSPACE - PER_WORKSPACE / HANGING_SHARE;
  if (Math.abs(rows[0].count - count * perEvent) > PER_WORKSPACE)
    throw new Error(`${rows[0].count} deliveries instead of about ${count * perEvent}`);
  const [p50Ms, p99Ms] = rows[0].ms.map(Number);
  return { rate: rows[0].count / SECONDS, p50Ms, p99Ms };
}

async function isUnfinished({ db }, ids, startedAt) {
  const hasEvents = (await db.system.query("SELECT FROM outbox LIMIT 1")).rowCount > 0;
  return hasEvents || (await db.system.query(UNFINISHED, [ids, firstIdAt("dlv", startedAt)])).rowCount > 0;
}

let written = 0;

/** Creates products in one workspace after the other, at a steady rate; returns how many. */
async function writeFor(seconds, { api, workspaces }) {
  const startedAtMs = performance.now();
  const count = seconds * WRITES_PER_SECOND;
  const answers = [];
  for (let i = 0; i < count; i += 1) {
    const waitMs = startedAtMs + (i * 1_000) / WRITES_PER_SECOND - performance.now();
    if (waitMs > 0) await pause(waitMs);
    const key = workspaces[written % workspaces.length];
    answers.push(call(key, api, "PUT", `/products/${skuOf(written)}`, productOf(written)));
    written += 1;
  }
  await Promise.all(answers);
  return count;
}
