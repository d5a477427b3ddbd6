// A thousand products per request, two requests in flight, compared with the write statement fed by unnest from a bare client.
import { newId } from "@skucast/contracts/ids";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { inWorkspace } from "@skucast/db/database";
import { writeProducts } from "@skucast/db/products/write-products";
import { checkStored } from "./check-products.mjs";
import { cpuOfServer } from "./cpu.mjs";
import { load, request } from "./load.mjs";
import { productOf, skuOf } from "./products.mjs";

const IN_FLIGHT = 2;
export const SIZE = 1_000;
const BATCHES = 10;

export const requestsOf = (testbed) => (connection) =>
  [11, 12].flatMap((revision) =>
    Array.from({ length: BATCHES }, (_, batch) => {
      const first = (connection * BATCHES + batch) * SIZE;
      const items = Array.from({ length: SIZE }, (_item, i) => productOf(first + i, revision));
      return request(testbed, "POST", "/products/batch", { items });
    }),
  );

export async function measureBatch(testbed, app, seconds) {
  const limit = await unnestRate(testbed, seconds);
  const product = await load(testbed, app, {
    connections: IN_FLIGHT,
    seconds,
    requestsOf: requestsOf(testbed),
    perRequest: SIZE,
  });
  await checkStored(testbed, { to: IN_FLIGHT * BATCHES * SIZE, revisions: [0, 1, 2, 11, 12] });
  return { limit, product };
}

/** The same statement with prepared rows: what PostgreSQL and its driver can do. */
async function unnestRate(testbed, seconds) {
  const deadline = performance.now() + seconds * 1000;
  const before = { postgres: cpuOfServer(testbed.postmaster), own: process.cpuUsage() };
  const startedAtMs = performance.now();
  const counts = await Promise.all(
    Array.from({ length: IN_FLIGHT }, (_, i) => writeUntil(testbed, deadline, BATCHES * (IN_FLIGHT + i))),
  );
  const rows = counts.reduce((sum, count) => sum + count, 0);
  const own = process.cpuUsage(before.own);
  const cpuUs = (cpuOfServer(testbed.postmaster) - before.postgres + own.user + own.system) / rows;
  return { rate: rows / ((performance.now() - startedAtMs) / 1000), cpuUs };
}

async function writeUntil(testbed, deadline, firstBatch) {
  const skus = Array.from({ length: SIZE }, (_, i) => skuOf(firstBatch * SIZE + i));
  let version = await levelVersions(testbed, skus);
  let rows = 0;
  for (; performance.now() < deadline; version += 1) {
    const write = { binding: wholeWorkspace(testbed.workspaceId), now: new Date(), atomic: false };
    rows += (await writeProducts(testbed.db, { ...write, changes: changesOf(skus, version) })).size;
  }
  return rows;
}

/** Sets all products to one version, so that each round only increments it. */
function levelVersions(testbed, skus) {
  const version = 1_000_000;
  return inWorkspace(testbed.db, wholeWorkspace(testbed.workspaceId), async (client) => {
    await client.query("UPDATE products SET version = $2 WHERE workspace_id = current_workspace() AND sku = ANY($1)", [
      skus,
      version,
    ]);
    return version;
  });
}

/**
 * @param {readonly string[]} skus
 * @param {number} version
 * @returns {import("@skucast/db/products/write-products").ProductChange[]}
 */
function changesOf(skus, version) {
  const now = new Date();
  return skus.map((sku, i) => ({
    sku,
    id: "prod_01jd0000000000000000000000",
    expectedVersion: version,
    version: version + 1,
    status: "active",
    availability: "in_stock",
    brand: "Brand 12",
    contentHash: HASH,
    doc: DOCS[i] ?? "",
    createdAt: now,
    deleted: false,
    eventId: newId("evt"),
    eventType: "product.updated",
    previous: '{"price_amount":10}',
    traceparent: null,
    growth: { products: 0, bytes: 0 },
  }));
}

const HASH = "07".repeat(32);
const DOCS = Array.from({ length: SIZE }, (_, i) =>
  JSON.stringify({ id: "prod_01jd0000000000000000000000", ...productOf(i), version: 1 }),
);
