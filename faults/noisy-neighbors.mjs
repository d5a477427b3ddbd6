// Nine workspaces with little traffic, next to one whose load is within all limits.
import { setTimeout as pause } from "node:timers/promises";
import { LIMITS } from "@skucast/contracts/limits";
import { percentile } from "./expect.mjs";
import { firstAttemptLatencies } from "./latency.mjs";
import { insertProducts } from "./products.mjs";
import { call } from "./testbed.mjs";

const QUIET = 9;
const PRODUCTS = 20;
/** Interval of each kind of request of each workspace: half of what a workspace may send. */
const INTERVAL_MS = 1_000;
const WARM_UP_MS = 5_000;
/** Without the noisy workspace, and at least with it. */
const QUIET_MS = 60_000;
const NOISY_MS = 60_000;
const REQUESTS_PER_MINUTE = { SKUCAST_REQUESTS_PER_MINUTE: String(LIMITS.requestsPerMinute) };
/** Limit of the quiet workspaces' p99, as a multiple of the p99 without the noisy one. */
const RATIO_MAX = 1.5;
const MARKET = { country: "US", currency: "USD", language: "en" };
const ITEM = { price_amount: 5, price_currency: "USD", availability: "in_stock" };
const DELIVERED_MS_MAX = 300_000;

/**
 * A fault test of the noise that one workspace makes. `noise` ends when `isOver()`, or when it has done what it does.
 * Compares the p99 of the nine others with theirs before it. Sizes and times are multiplied by `testbed.scale`.
 * @param {{ title: string, apps?: readonly string[], prepare?: (world: any) => Promise<unknown>, noise: (world: any, isOver: () => boolean) => Promise<unknown> }} options
 */
export function noisyNeighborCase({ title, apps = [], prepare = async () => {}, noise }) {
  return {
    title: `a noisy workspace next to nine others; ${title}`,
    async run(testbed, checks) {
      const world = await createWorld(testbed, apps);
      await prepare(world);
      const traffic = startTraffic(world);
      await pause(WARM_UP_MS);
      const quietFromMs = Date.now();
      await pause(QUIET_MS * testbed.scale);
      const noisyFromMs = Date.now();
      await noise(world, () => Date.now() - noisyFromMs >= NOISY_MS * testbed.scale);
      const noisyUntilMs = Date.now();
      const samples = await traffic.stop();
      await arrived(world);
      const all = [...samples, ...(await webhooksOf(world))];
      for (const kind of [...Object.keys(world.requests), "webhook"]) {
        const of = all.filter((sample) => sample.kind === kind);
        const before = p99Of(of, quietFromMs, noisyFromMs);
        const meanwhile = p99Of(of, noisyFromMs, noisyUntilMs);
        const ratio = meanwhile / before;
        const figures = `p99 ${meanwhile.toFixed(0)} ms, ${before.toFixed(0)} ms before`;
        checks.check(`${kind}: ${figures}: ${ratio.toFixed(2)} × (at most ${RATIO_MAX} ×)`, ratio <= RATIO_MAX);
      }
      const failed = samples.filter(({ isOk }) => !isOk).length;
      checks.check(`${failed} of ${samples.length} requests of the others failed (none)`, failed === 0);
    },
  };
}

/** From commit to the first attempt, of the quiet workspaces. */
async function webhooksOf({ testbed, receiver, quiet }) {
  const ids = new Set(quiet.map(({ endpointId }) => endpointId));
  const latencies = await firstAttemptLatencies(testbed, receiver);
  return latencies
    .filter(({ endpointId }) => ids.has(endpointId))
    .map(({ createdAtMs, ms }) => ({ kind: "webhook", atMs: createdAtMs, ms }));
}

const p99Of = (samples, fromMs, untilMs) =>
  percentile(
    samples.filter(({ atMs }) => atMs >= fromMs && atMs < untilMs).map(({ ms }) => ms),
    0.99,
  );

/** The apps, the quiet workspaces with a channel, an endpoint and products each, and the noisy one with an endpoint. */
async function createWorld(testbed, names) {
  const apps = new Map();
  const more = { ...REQUESTS_PER_MINUTE, SKUCAST_UPLOADS_DIR: `${testbed.dir}/uploads` };
  for (const name of ["catalog-api", "webhook-dispatcher", ...names])
    apps.set(name, await testbed.apps.start(name, { more }));
  const api = apps.get("catalog-api");
  const receiver = await testbed.openReceiver();
  const gateway = apps.get("mcp-gateway");
  const quiet = [];
  for (let i = 0; i < QUIET; i += 1) quiet.push(await createListening(testbed, { api, receiver, path: `/quiet-${i}` }));
  const noisy = await createListening(testbed, { api, receiver, path: "/noisy" });
  for (const workspace of quiet) await insertProducts(testbed, workspace, PRODUCTS);
  return { testbed, api, gateway, receiver, quiet, noisy, requests: requestsOf({ api, gateway }) };
}

async function createListening(testbed, { api, receiver, path }) {
  const workspace = await testbed.createWorkspace();
  const { id: endpointId } = await testbed.createEndpoint(api, workspace, receiver, {
    path,
    event_types: ["product.created", "product.updated"],
  });
  const channel = { name: "Shop", profile: "generic", market: MARKET };
  const { id: channelId } = await call(api, workspace, "POST", "/channels", channel);
  return { ...workspace, endpointId, channelId };
}

/** What each quiet workspace does again and again. */
function requestsOf({ api, gateway }) {
  let count = 0;
  const send = (workspace, method, path, body) => call(api, workspace, method, path, body);
  return {
    read: (workspace) => send(workspace, "GET", "/products/SKU-000000007"),
    list: (workspace) => send(workspace, "GET", "/products?limit=20"),
    write: (workspace) => {
      count += 1;
      return send(workspace, "POST", "/products", { sku: `quiet-${count}`, title: "Thing", ...ITEM });
    },
    preview: (workspace) => send(workspace, "POST", `/channels/${workspace.channelId}/preview`, {}),
    ...(gateway && { tool: (workspace) => callTool(gateway, workspace, "get_product", { sku: "SKU-000000007" }) }),
  };
}

/** Starts the traffic of the quiet workspaces; `stop` returns when each request was sent, and how long it took. */
function startTraffic({ quiet, requests }) {
  const samples = [];
  const open = new Set();
  const timers = [];
  for (const [i, workspace] of quiet.entries()) {
    for (const [kind, send] of Object.entries(requests)) {
      const work = async () => {
        const atMs = Date.now();
        const from = performance.now();
        const isOk = await send(workspace).then(
          () => true,
          () => false,
        );
        samples.push({ kind, atMs, ms: performance.now() - from, isOk });
      };
      const tick = () => {
        const running = work().finally(() => open.delete(running));
        open.add(running);
      };
      // Spread over the interval, so that they do not wait for each other.
      timers.push(setTimeout(() => timers.push(setInterval(tick, INTERVAL_MS)), (i * INTERVAL_MS) / quiet.length));
    }
  }
  return {
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(open);
      return samples;
    },
  };
}

/** Waits until each endpoint of a quiet workspace has got all of the workspace's events. */
async function arrived({ testbed, receiver, quiet }) {
  const text = "SELECT count(*)::int AS count FROM events WHERE workspace_id = ANY ($1) AND type LIKE 'product.%'";
  const { rows } = await testbed.db.system.query(text, [quiet.map(({ id }) => id)]);
  const ids = new Set(quiet.map(({ endpointId }) => endpointId));
  for (const untilMs = Date.now() + DELIVERED_MS_MAX; Date.now() < untilMs; await pause(200)) {
    const events = receiver.received.filter(({ endpointId }) => ids.has(endpointId)).map(({ eventId }) => eventId);
    if (new Set(events).size >= rows[0].count) return;
  }
  throw new Error("not all changes of the quiet workspaces arrived");
}

/** Works `count` times at once, each again and again until it is over. */
export const atOnce = (count, isOver, work) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      while (!isOver()) await work();
    }),
  );

/** Calls a tool of the MCP server; throws unless it succeeds. */
export async function callTool({ baseUrl }, workspace, name, args) {
  const response = await fetch(`${baseUrl}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${workspace.apiKey}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }),
    signal: AbortSignal.timeout(30_000),
  });
  const answer = await response.text();
  if (!response.ok || answer.includes('"isError":true')) throw new Error(`${name}: ${response.status} ${answer}`);
}

/** Products of a bulk load, from this number on. */
export const loadItems = (from, count, title = "Thing") =>
  Array.from({ length: count }, (_, i) => ({ sku: `load-${from + i}`, title: `${title} ${from + i}`, ...ITEM }));
