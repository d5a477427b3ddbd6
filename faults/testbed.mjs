// The testbed of a fault test: servers, apps, workspaces with receivers, and the three ledgers.
import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { newId } from "@skucast/contracts/ids";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { newKeyringText } from "@skucast/credentials/keyring";
import { hashToken, newToken } from "@skucast/credentials/token";
import { insertApiKey } from "@skucast/db/api-keys/insert-api-key";
import { openDatabase } from "@skucast/db/database";
import { renderEnvelope } from "@skucast/events/envelope";
import { verifyLedgers } from "@skucast/webhook-dispatcher/testing/verify-ledgers";
import { createApps } from "./apps.mjs";
import { startReceiver } from "./receiver.mjs";
import { startServers } from "./servers.mjs";

/** A batch takes this long on a machine that is much too slow. */
const CALL_MS_MAX = 300_000;

/**
 * Starts its own servers unless some are given. `spawnApp` and `settings` are for its apps. Cases that can be smaller
 * multiply their sizes and times by `scale`.
 * @param {{ servers?: any, spawnApp?: Parameters<typeof createApps>[0]["spawnApp"], settings?: Record<string, string>,
 *   scale?: number }} [options]
 */
export async function openTestbed({ servers: given, spawnApp, settings = {}, scale = 1 } = {}) {
  const servers = given ?? (await startServers());
  const db = openDatabase({ url: servers.postgres.appUrl });
  const env = {
    DATABASE_URL: servers.postgres.appUrl,
    AMQP_URL: servers.broker.amqpUrl,
    SKUCAST_ENCRYPTION_KEYS: newKeyringText(),
    SKUCAST_REQUESTS_PER_MINUTE: "10000000",
    SKUCAST_ALLOW_TARGETS: "127.0.0.1/32",
    SKUCAST_FILES_DIR: `${servers.dir}/files`,
    SKUCAST_LOG_LEVEL: "warn",
    ...settings,
  };
  const apps = createApps({ dir: servers.dir, env, spawnApp });
  const receivers = [];
  const endpoints = [];
  const testbed = {
    ...servers,
    scale,
    db,
    env,
    apps,
    endpoints,
    openReceiver,
    createWorkspace,
    createEndpoint,
    drained: (/** @type {number} */ stalledMs, options = {}) => drained(db, stalledMs, options),
    verdict,
    close,
  };

  async function openReceiver() {
    const receiver = await startReceiver();
    receivers.push(receiver);
    return receiver;
  }

  async function createWorkspace() {
    const id = newId("ws");
    await db.system.query("INSERT INTO workspaces (id, name) VALUES ($1, 'Faults')", [id]);
    const apiKey = newToken("sk");
    const key = { workspaceId: id, id: newId("key"), name: "faults", lastFour: "none" };
    await insertApiKey(db, { ...key, secretHash: hashToken(apiKey) });
    return { id, apiKey };
  }

  /** Creates an endpoint over the API; the receiver gets the secret that the API returned. */
  async function createEndpoint(api, workspace, receiver, { path, ...fields }) {
    const asked = { url: `${receiver.url}${path}`, event_types: ["product.created"], ...fields };
    const made = await call(api, workspace, "POST", "/webhook-endpoints", asked);
    const endpoint = { id: made.id, workspaceId: workspace.id, eventTypes: asked.event_types };
    endpoints.push({ ...endpoint, isOrdered: fields.ordering === "per_object" });
    receiver.register(path, { id: made.id, secret: made.secret });
    return made;
  }

  async function verdict(accepted = []) {
    return verifyLedgers({
      ...(await readLedger(db)),
      accepted,
      endpoints,
      received: receivers.flatMap(({ received }) => received),
    });
  }

  async function close() {
    await apps.end();
    await Promise.all(receivers.map((receiver) => receiver.close()));
    await db.close();
    await servers.stop();
  }
  return testbed;
}

/**
 * Calls the API; throws unless it succeeds. The fields of an answer are those of the route, which the caller knows.
 * @param {{ baseUrl: string }} api
 * @param {{ apiKey: string }} workspace
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
export async function call(api, workspace, method, path, body) {
  const response = await fetch(`${api.baseUrl}${API_BASE_PATH}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${workspace.apiKey}`,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(CALL_MS_MAX),
  });
  const answer = /** @type {any} */ (response.status === 204 ? undefined : await response.json());
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer.code} ${answer.detail}`);
  return answer;
}

/**
 * Waits until every event has its deliveries and none of them is pending, except those of endpoints to ignore. Returns the
 * milliseconds that it took, and throws when their number has not become smaller for `stalledMs`.
 * @param {import("@skucast/db/database").Database} db
 * @param {number} stalledMs
 * @param {{ ignoring?: readonly string[] }} [options]
 */
export async function drained(db, stalledMs, { ignoring = [] } = {}) {
  const startedAtMs = performance.now();
  let progressAtMs = startedAtMs;
  let leastLeft = Number.POSITIVE_INFINITY;
  for (;;) {
    const left = await countUndone(db, ignoring).catch(({ message }) => `unknown (${message}), of`);
    const nowMs = performance.now();
    if (left === 0) return nowMs - startedAtMs;
    if (Number(left) < leastLeft) {
      leastLeft = Number(left);
      progressAtMs = nowMs;
    }
    if (nowMs - progressAtMs > stalledMs) {
      const example = await describeUndone(db, ignoring).catch(({ message }) => message);
      throw new Error(`${left} events or deliveries were not done, and none for ${stalledMs} ms: ${example}`);
    }
    await pause(100);
  }
}

/** Uses set operations: a planner without statistics would otherwise search for each event separately. */
async function countUndone(db, ignoring) {
  const text = `
    SELECT (SELECT count(*) FROM outbox)
      + (SELECT count(*) FROM (
           SELECT workspace_id, id FROM events WHERE type LIKE 'product.%'
           EXCEPT SELECT workspace_id, event_id FROM inbox) unplanned)
      + (SELECT count(*) FROM deliveries WHERE status = 'pending' AND endpoint_id <> ALL ($1)) AS count`;
  const { rows } = await db.system.query(text, [ignoring]);
  return Number(rows[0].count);
}

/** The oldest pending delivery with its attempts, which explain why it is pending. */
async function describeUndone(db, ignoring) {
  const text = `
    SELECT d.id, d.attempt_count, d.unfinished_count, d.next_attempt_at, d.lease_until,
      (SELECT string_agg(a.outcome || coalesce(' ' || a.status_code, ''), ', ' ORDER BY a.number) FROM delivery_attempts a
       WHERE a.workspace_id = d.workspace_id AND a.delivery_id = d.id) AS attempts
    FROM deliveries d WHERE d.status = 'pending' AND d.endpoint_id <> ALL ($1) ORDER BY d.id LIMIT 1`;
  const { rows } = await db.system.query(text, [ignoring]);
  return rows.length > 0 ? JSON.stringify(rows[0]) : "events that are not planned";
}

export async function readLedger(db) {
  const events = await readEvents(db);
  const deliveries = await db.system.query("SELECT event_id, endpoint_id, status FROM deliveries");
  const attempts = await db.system.query(
    `SELECT a.delivery_id, a.number, a.started_at, coalesce(d.schedule_start, 0) AS schedule_start
     FROM delivery_attempts a LEFT JOIN deliveries d ON d.workspace_id = a.workspace_id AND d.id = a.delivery_id`,
  );
  return {
    events,
    deliveries: deliveries.rows.map((row) => ({
      eventId: row.event_id,
      endpointId: row.endpoint_id,
      status: row.status,
    })),
    attempts: attempts.rows.map((row) => ({
      deliveryId: row.delivery_id,
      number: row.number,
      scheduleStart: row.schedule_start,
      startedAtMs: row.started_at.getTime(),
    })),
  };
}

/** Every event, with the hash of its bytes. Reads in batches: hundreds of thousands of events do not fit into memory at once. */
export async function readEvents(db) {
  const client = await db.system.connect();
  const events = [];
  try {
    await client.query("BEGIN");
    await client.query("DECLARE all_events CURSOR FOR SELECT * FROM events");
    for (;;) {
      const { rows } = await client.query("FETCH 2000 FROM all_events");
      events.push(...rows.map(eventOf));
      if (rows.length === 0) break;
    }
    await client.query("COMMIT");
    return events;
  } finally {
    client.release();
  }
}

function eventOf(row) {
  const facts = { id: row.id, workspaceId: row.workspace_id, type: row.type, objectId: row.object_id };
  const bodyHash = createHash("sha256").update(renderEnvelope(row)).digest("base64");
  return { ...facts, sequence: Number(row.sequence), bodyHash };
}
