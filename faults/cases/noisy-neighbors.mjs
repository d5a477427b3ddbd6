// One workspace that does as much of one thing as the limits allow, next to nine others.
import { setTimeout as pause } from "node:timers/promises";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { atOnce, callTool, loadItems, noisyNeighborCase } from "../noisy-neighbors.mjs";
import { insertProducts } from "../products.mjs";
import { call } from "../testbed.mjs";

const LOAD = 60_000;
const BATCH = 1_000;
const CATALOG = 20_000;
const PREVIEWED = 1_101;
const PREVIEWS = 6;
const CONNECTIONS = 8;
const ENDPOINTS = 20;
const RULES = 100;
/** How soon a request that was rejected is repeated. */
const REJECTED_MS = 100;
const IMPORT_STEP_MS = 100;

/** A template of about a thousand characters. */
const templateOf = (i) => `{title} ${i} ${"word {product.brand} ".repeat(47)}`;
const rulesOf = (version) =>
  Array.from({ length: RULES }, (_, i) => ({
    type: "template",
    field: "description",
    template: templateOf(version + i),
  }));

export const noisyPreviews = noisyNeighborCase({
  title: `previews: ${PREVIEWS} at once of ${PREVIEWED} products with ${RULES} template rules of 1,000 characters`,
  async prepare({ testbed, api, noisy }) {
    await insertProducts(testbed, noisy, PREVIEWED);
    await call(api, noisy, "PATCH", `/channels/${noisy.channelId}`, { rules: rulesOf(0) });
  },
  noise: ({ api, noisy }, isOver) =>
    atOnce(PREVIEWS, isOver, () => allowed(() => call(api, noisy, "POST", `/channels/${noisy.channelId}/preview`, {}))),
});

export const noisyRules = noisyNeighborCase({
  title: `rules: ${RULES} template rules of a channel of ${CATALOG} products change again and again`,
  apps: ["sftp-exporter"],
  prepare: ({ testbed, noisy }) => insertProducts(testbed, noisy, CATALOG * testbed.scale),
  async noise({ api, noisy }, isOver) {
    for (let version = 1; !isOver(); version += 1) {
      await allowed(() => call(api, noisy, "PATCH", `/channels/${noisy.channelId}`, { rules: rulesOf(version) }));
      await pause(1_000);
    }
  },
});

export const noisyImports = noisyNeighborCase({
  title: `imports: a file of ${LOAD} products`,
  apps: ["importer"],
  async noise({ testbed, api, noisy }) {
    const rows = loadItems(0, LOAD * testbed.scale).map((item) => Object.values(item).join());
    const response = await fetch(`${api.baseUrl}${API_BASE_PATH}/imports?file_name=products.csv`, {
      method: "POST",
      headers: { authorization: `Bearer ${noisy.apiKey}`, "content-type": "text/csv" },
      body: [Object.keys(loadItems(0, 1)[0]).join(), ...rows].join("\n"),
    });
    const made = /** @type {any} */ (await response.json());
    if (response.status !== 202) throw new Error(`the file was rejected: ${JSON.stringify(made)}`);
    for (let status = ""; status !== "succeeded"; await pause(IMPORT_STEP_MS)) {
      const { rows: found } = await testbed.db.system.query("SELECT status FROM imports WHERE id = $1", [made.id]);
      status = found[0].status;
      if (status === "failed") throw new Error("the import failed");
    }
  },
});

export const noisyBatches = noisyNeighborCase({
  title: `batches: ${LOAD} products, ${BATCH} at a time`,
  noise: (world) => loadInBatches(world, LOAD * world.testbed.scale),
});

export const noisySearches = noisyNeighborCase({
  title: `searches: ${CONNECTIONS} at once among ${CATALOG} products`,
  apps: ["mcp-gateway"],
  prepare: ({ testbed, noisy }) => insertProducts(testbed, noisy, CATALOG * testbed.scale),
  noise: ({ api, noisy }, isOver) =>
    atOnce(CONNECTIONS, isOver, () => allowed(() => call(api, noisy, "GET", "/products?q=title%20sku&limit=100"))),
});

export const noisyDeliveries = noisyNeighborCase({
  title: `deliveries: ${LOAD / ENDPOINTS} changes to ${ENDPOINTS} endpoints`,
  async prepare({ testbed, api, noisy, receiver }) {
    for (let i = 1; i < ENDPOINTS; i += 1) await testbed.createEndpoint(api, noisy, receiver, { path: `/noisy-${i}` });
  },
  async noise(world, isOver) {
    await loadInBatches(world, (LOAD / ENDPOINTS) * world.testbed.scale);
    while (!isOver()) await pause(REJECTED_MS);
  },
});

export const noisyTools = noisyNeighborCase({
  title: `MCP: ${CONNECTIONS} calls of search at once among ${CATALOG} products`,
  apps: ["mcp-gateway"],
  prepare: ({ testbed, noisy }) => insertProducts(testbed, noisy, CATALOG * testbed.scale),
  noise: ({ gateway, noisy }, isOver) =>
    atOnce(CONNECTIONS, isOver, () => allowed(() => callTool(gateway, noisy, "search", { query: "title sku" }))),
});

async function loadInBatches({ api, noisy }, count) {
  for (let from = 0; from < count; ) {
    const items = loadItems(from, Math.min(BATCH, count - from));
    if (await allowed(() => call(api, noisy, "POST", "/products/batch", { items }))) from += items.length;
  }
}

/** Does what the limits allow: after a rejection it waits. Returns whether it was allowed. */
async function allowed(work) {
  try {
    await work();
    return true;
  } catch {
    await pause(REJECTED_MS);
    return false;
  }
}
