// What people run: all apps in one process, with the demo's channel and endpoint. Each operation is charged with all CPU of
// the deployment until nothing works in the background any more: search index, channels, events and their delivery.
import { call } from "./call.mjs";
import { cpuOfFamily, familyOf, memoryOf } from "./cpu.mjs";
import { listCursors } from "./list-cursors.mjs";
import { load, request } from "./load.mjs";
import { productOf, skuOf } from "./products.mjs";
import { openDeployment, settled } from "./whole-deployment.mjs";

/** Products that exist before the first operation. */
const FILLED = 20_000;
const BATCH = 1_000;
/** More than any run sends, so that no creation is repeated. */
const CREATED_MAX = 60_000;
const PAGES = 100;
const PAGE = 100;

/**
 * Each operation: requests per second, CPU microseconds of service and PostgreSQL during the requests, and of everything
 * until the deployment is quiet, for each product, page or answer.
 * @param {number} seconds of each operation
 */
export async function measureWhole(seconds) {
  const deployment = await openDeployment();
  try {
    const testbed = { ...deployment.key, postmaster: deployment.postmaster };
    const app = { pid: deployment.pid, baseUrl: deployment.api.baseUrl };
    await fillOver(deployment);
    await settled(deployment);
    const operations = [];
    let created = FILLED;
    for (const { name, api, connections, perRequest = 1, requestsOf, isCreation = false } of await operationsOf(
      deployment,
    )) {
      const before = cpuOfFamily(deployment.pid);
      const first = created;
      const figures = await load(testbed, app, {
        connections,
        seconds,
        perRequest,
        requestsOf: (connection) => requestsOf(testbed, connection, first),
        isOnce: isCreation,
      });
      const endedAtMs = performance.now();
      const quiet = await settled(deployment);
      if (isCreation) created += CREATED_MAX;
      operations.push({
        name,
        api,
        rate: figures.rate,
        p99: figures.p99,
        duringUs: figures.cpuUs,
        allUs: (quiet.cpuUs - before) / figures.count,
        laterSeconds: Math.max(0, quiet.atMs - endedAtMs) / 1_000,
      });
    }
    return { operations, memoryMb: memoryOf(familyOf(deployment.pid)).pss };
  } finally {
    await deployment.close();
  }
}

async function fillOver({ key, api }) {
  for (let first = 0; first < FILLED; first += BATCH) {
    const items = Array.from({ length: BATCH }, (_, i) => productOf(first + i));
    const { summary } = await call(key, api, "POST", "/products/batch", { items });
    if (summary.created !== BATCH) throw new Error(`${summary.created} of ${BATCH} products were created`);
  }
}

/**
 * The operations in the order in which they are measured. `api` names the measurement of catalog-api alone that sends the
 * same requests. `requestsOf` takes a connection and the number of the first product that does not exist yet.
 */
async function operationsOf(deployment) {
  const cursors = await listCursors(deployment.key, deployment.api, { limit: PAGE, pages: PAGES });
  const create = (connections) => ({
    name: `Create a product, ${connections} connections`,
    connections,
    isCreation: true,
    requestsOf: (testbed, connection, first) =>
      Array.from({ length: CREATED_MAX / connections }, (_, i) =>
        request(testbed, "POST", "/products", productOf(first + connection + i * connections)),
      ),
  });
  const update = (connections, api = "") => ({
    name: `Change a product, ${connections} connections`,
    connections,
    api,
    requestsOf: (testbed, connection) => {
      const own = Math.floor(FILLED / connections);
      return [1, 2].flatMap((revision) =>
        Array.from({ length: own }, (_, i) =>
          request(testbed, "POST", "/products", productOf(connection * own + i, revision + connections)),
        ),
      );
    },
  });
  const batch = (size, api = "") => ({
    name: `Change ${size.toLocaleString("en-US")} products in a batch, 2 in flight, each product`,
    connections: 2,
    perRequest: size,
    api,
    requestsOf: (testbed, connection) => {
      const batches = FILLED / 2 / size;
      return [11, 12].flatMap((revision) =>
        Array.from({ length: batches }, (_, n) => {
          const start = (connection * batches + n) * size;
          const items = Array.from({ length: size }, (_item, i) => productOf(start + i, revision + size));
          return request(testbed, "POST", "/products/batch", { items });
        }),
      );
    },
  });
  return [
    {
      name: "Get a product by its SKU, 8 connections",
      connections: 8,
      requestsOf: (testbed, connection) =>
        Array.from({ length: 1_000 }, (_, i) => request(testbed, "GET", `/products/${skuOf(connection * 1_000 + i)}`)),
    },
    {
      name: `List ${PAGE} products, 8 connections, each page`,
      connections: 8,
      api: "list",
      requestsOf: (testbed) =>
        cursors.map((cursor) => request(testbed, "GET", `/products?limit=${PAGE}&cursor=${cursor}`)),
    },
    create(8),
    create(32),
    update(8),
    update(32, "upsert"),
    batch(100),
    batch(BATCH, "batch"),
  ];
}
