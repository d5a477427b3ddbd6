// What each operation of the API costs on a whole deployment: every documented GET, with the filters that people use, and
// the writes.
import { setTimeout as pause } from "node:timers/promises";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { call } from "./call.mjs";
import { cpuOfFamily } from "./cpu.mjs";
import { productOf, skuOf } from "./products.mjs";

const ROUNDS = 60;
const WARM_ROUNDS = 5;
/** An operation that takes longer is measured less often. */
const MS_MAX = 6_000;
/** Changes that are not in a product yet. */
const REVISION = 1_000_000;
const BATCH = 100;
const RUN_LOOK_MS = 250;

/** Operations that need a person, stream without end, or have a page of their own in the results. */
const LEFT_OUT = /^\/me\b|^\/live$|\/file$|\/archive$|^\/workspace\/(?:single-sign-on|imports|exports)/;

/**
 * Measures one operation after the other: milliseconds (median) and CPU microseconds of the whole deployment. Operations
 * whose object does not exist in this deployment, such as a lookup table, are left out and named.
 */
export async function measureOperations(deployment, products) {
  const { ids, skipped, operations } = await operationsOf(deployment, products);
  /** @type {{ name: string, ms: number, cpuUs: number }[]} */
  const measured = [];
  for (const { name, method, pathOf, bodyOf } of operations) {
    const send = (i) => request(deployment, { method, path: pathOf(i), body: bodyOf?.(i) });
    measured.push({ name, ...(await measure(deployment.pid, send)) });
  }
  measured.push(await measureRun(deployment, ids.feed, products));
  return { measured, skipped };
}

async function measure(pid, send) {
  for (let i = 0; i < WARM_ROUNDS; i += 1) await send(i);
  const before = cpuOfFamily(pid);
  const startedAtMs = performance.now();
  const times = [];
  for (let i = 0; i < ROUNDS && performance.now() - startedAtMs < MS_MAX; i += 1) {
    const sentAtMs = performance.now();
    await send(WARM_ROUNDS + i);
    times.push(performance.now() - sentAtMs);
  }
  const cpuUs = (cpuOfFamily(pid) - before) / times.length;
  times.sort((one, other) => one - other);
  return { ms: times[Math.floor(times.length / 2)] ?? 0, cpuUs };
}

/** A run of the feed over all products, per product. */
async function measureRun({ pid, key, api }, feed, products) {
  const before = cpuOfFamily(pid);
  const startedAtMs = performance.now();
  const run = await call(key, api, "POST", `/feeds/${feed}/runs`, {});
  for (;;) {
    const { status, finished_at: finishedAt } = await call(key, api, "GET", `/runs/${run.id}`);
    if (finishedAt !== null || status === "held") break;
    await pause(RUN_LOOK_MS);
  }
  const ms = performance.now() - startedAtMs;
  return {
    name: "Run of a feed, each product",
    ms: ms / products,
    cpuUs: (cpuOfFamily(pid) - before) / products,
  };
}

/** Spreads over the whole catalog, always in the same order. */
const some = (i, products) => (i * 7_919 + 13) % products;

async function operationsOf({ key, api, ids: made }, products) {
  const ids = await idsOf({ key, api }, made);
  const since = new Date(Date.now() - 1_000).toISOString();
  const sku = (i) => skuOf(some(i, products));
  const get = (name, pathOf) => ({ name, method: "GET", pathOf });
  const filters = [
    get("GET /products?limit=100", () => "/products?limit=100"),
    get("GET /products?sort=updated_at", () => "/products?sort=updated_at&limit=100"),
    get("GET /products?updated_after", () => `/products?sort=updated_at&updated_after=${since}`),
    get("GET /products?condition=used", () => "/products?condition=used"),
    get("GET /products?brand", (i) => `/products?brand=${encodeURIComponent(`Brand ${i}`)}`),
    get("GET /products?sku_prefix", (i) => `/products?sku_prefix=${sku(i).slice(0, -2)}`),
    get("GET /products?q, in every product", () => "/products?q=cotton"),
    get("GET /products?q, in one product", (i) => `/products?q=${some(i, products)}`),
    get("GET /products?q, in none", (i) => `/products?q=nowhere${i}`),
    get("GET /events?type=product.deleted", () => "/events?type=product.deleted"),
    get("GET /events?order=asc", () => "/events?order=asc"),
    get("GET /deliveries?status=failed", () => "/deliveries?status=failed"),
    get("GET /deliveries?event_type", () => "/deliveries?event_type=product.updated"),
  ];
  const documented = await call(key, api, "GET", "/openapi.json");
  const skipped = [];
  for (const path of Object.keys(documented.paths)) {
    if (documented.paths[path].get === undefined || LEFT_OUT.test(path)) continue;
    const known = { ...ids, sku: "" };
    const missing = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).filter((name) => !(name in known));
    if (missing.length > 0) skipped.push(`GET ${path}`);
    else filters.push(get(`GET ${path}`, (i) => filled(path, { ...known, sku: sku(i) })));
  }
  const write = (name, method, pathOf, bodyOf) => ({ name, method, pathOf, bodyOf });
  const changed = (i, revision) => productOf(some(i, products), revision);
  const writes = [
    write(
      "PUT /products/{sku}, changed",
      "PUT",
      (i) => `/products/${sku(i)}`,
      (i) => changed(i, REVISION + i),
    ),
    write(
      "PUT /products/{sku}, unchanged",
      "PUT",
      (i) => `/products/${sku(i)}`,
      (i) => changed(i, REVISION + i),
    ),
    write(
      `POST /products/batch, ${BATCH} changed`,
      "POST",
      () => "/products/batch",
      (i) => ({
        items: Array.from({ length: BATCH }, (_, n) => changed(i * BATCH + n, 2 * REVISION + i)),
      }),
    ),
    write(
      "POST /channels/{channel_id}/preview",
      "POST",
      () => `/channels/${ids.channel_id}/preview`,
      () => ({}),
    ),
  ];
  return { ids: made, skipped, operations: [...filters, ...writes] };
}

const filled = (path, values) => path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name]));

/** An object of each kind that the deployment has, by the name of its parameter. */
async function idsOf({ key, api }, made) {
  const first = async (path) => (await call(key, api, "GET", path)).data[0]?.id;
  const found = {
    channel_id: made.channel,
    feed_id: made.feed,
    endpoint_id: made.endpoint,
    import_id: await first("/imports"),
    event_id: await first("/events"),
    delivery_id: await first("/deliveries"),
    run_id: await first(`/feeds/${made.feed}/runs`),
    destination_id: await first("/destinations"),
    api_key_id: await first("/api-keys"),
    profile_id: await first("/channel-profiles"),
  };
  return Object.fromEntries(Object.entries(found).filter(([, id]) => id !== undefined));
}

async function request({ api, key }, { method, path, body }) {
  const response = await fetch(`${api.baseUrl}${API_BASE_PATH}${path}`, {
    method,
    headers: { authorization: `Bearer ${key.apiKey}`, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
}
