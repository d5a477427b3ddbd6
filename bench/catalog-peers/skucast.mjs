// Skucast: all apps in one process, as `npm start` runs them, on the same PostgreSQL as the peers.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { listCursors } from "../list-cursors.mjs";
import { ROOT } from "../testbed.mjs";
import { WORK_TABLES } from "../whole-deployment.mjs";
import { bySku, FOUND_MAX, PAGE, rowsOf, startPrograms } from "./catalog.mjs";

const at = (path) => `${API_BASE_PATH}${path}`;

/**
 * @param {import("./catalog.mjs").Place} place
 * @returns {import("./catalog.mjs").Catalog}
 */
export function openSkucast({ databaseUrl, port, dir }) {
  const baseUrl = `http://127.0.0.1:${port}`;
  const demoFile = join(dir, "demo.json");
  let apiKey = "";
  const program = {
    command: process.execPath,
    args: [join(ROOT, "apps/standalone/dist/main.js")],
    cwd: ROOT,
    env: {
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      SKUCAST_DATA_DIR: dir,
      SKUCAST_DEMO_PRODUCTS: "0",
      SKUCAST_ALLOW_TARGETS: "127.0.0.1/32",
      SKUCAST_REQUESTS_PER_MINUTE: "10000000",
    },
  };
  const headers = () => ({ Authorization: `Bearer ${apiKey}` });
  const start = () => {
    const path = apiKey ? at("/products?limit=1") : "/readyz";
    return startPrograms([program], { baseUrl, probe: { method: "GET", path, headers: headers() } });
  };
  const upsert = (product) => ({ method: "POST", path: at("/products"), body: product });
  const upsertMany = (items) => ({ method: "POST", path: at("/products/batch"), body: { items } });
  return {
    name: "Skucast",
    baseUrl,
    async setUp() {
      const running = await start();
      while (!existsSync(demoFile)) await pause(100);
      apiKey = JSON.parse(readFileSync(demoFile, "utf8")).api_key;
      await running.stop();
    },
    start,
    async hasWork() {
      const parts = WORK_TABLES.map((table) => `EXISTS (SELECT FROM ${table})`);
      return (await rowsOf(databaseUrl, `SELECT ${parts.join(" OR ")} AS yes`))[0].yes;
    },
    isFault: (body) => body.includes('"failed":') && !body.includes('"failed":0'),
    headers,
    keysOf: bySku,
    create: (product) => ({ first: upsert(product) }),
    createMany: upsertMany,
    update: upsert,
    updateMany: upsertMany,
    async pages(count) {
      const cursors = await listCursors({ apiKey }, { baseUrl }, { limit: PAGE, pages: count });
      return cursors.map((cursor) => ({ method: "GET", path: at(`/products?limit=${PAGE}&cursor=${cursor}`) }));
    },
    get: (sku) => ({ method: "GET", path: at(`/products/${sku}`) }),
    search: (word) => ({ method: "GET", path: at(`/products?q=${word}&limit=${FOUND_MAX}`) }),
    productsIn: (answer) => (answer.data ?? [answer]).map(productIn),
  };
}

/** The fields of the product that was sent. */
function productIn({ sku, title, description, url, image_url, brand, mpn, price_amount, inventory_quantity }) {
  return { sku, title, description, url, image_url, brand, mpn, price_amount, inventory_quantity };
}
