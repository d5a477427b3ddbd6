// Checks what the hot paths cost: CPU of service and PostgreSQL for each product or page, in units of work that depends on
// the machine alone, so that neither its speed nor what else it does matters much. Ends with 1 if a path is over its budget.
import { fill } from "./fill.mjs";
import { jsonUnitUs } from "./json-unit.mjs";
import { listCursors } from "./list-cursors.mjs";
import { load, request } from "./load.mjs";
import { SIZE as BATCH, requestsOf as batchesOf } from "./measure-batch.mjs";
import { changing, repeating } from "./measure-upsert.mjs";
import { skuOf } from "./products.mjs";
import { openTestbed } from "./testbed.mjs";

const SECONDS = 4;
const WARM_SECONDS = 2;
/** Of the rounds, the one with the least CPU counts. */
const ROUNDS_MAX = 3;
const PRODUCTS = 50_000;
const PAGE = 100;
const PAGES = 50;

const pagesOf = (testbed, cursors) => () =>
  cursors.map((cursor) => request(testbed, "GET", `/products?limit=${PAGE}&cursor=${cursor}`));

const getsOf = (testbed) => (connection) =>
  Array.from({ length: 1_000 }, (_, i) => request(testbed, "GET", `/products/${skuOf(connection * 1_000 + i)}`));

/**
 * Between one and a half and two and a half times what each path costs on a quiet machine. Next to other work, fewer single
 * upserts share a statement, and each costs up to twice as much.
 */
const BUDGETS = [
  { name: "changed upsert", units: 300, connections: 32, requestsOf: changing },
  { name: "unchanged upsert", units: 100, connections: 32, requestsOf: repeating },
  { name: "product of a batch", units: 42, connections: 2, perRequest: BATCH, requestsOf: batchesOf },
  { name: "page of 100", units: 450, connections: 8, requestsOf: pagesOf },
  { name: "get", units: 140, connections: 8, requestsOf: getsOf },
];

const testbed = await openTestbed();
try {
  const api = await testbed.startApp("catalog-api", 18_090);
  await fill(testbed, PRODUCTS);
  const cursors = await listCursors(testbed, api, { limit: PAGE, pages: PAGES });
  for (const { name, units, connections, perRequest = 1, requestsOf } of BUDGETS) {
    const sent = { connections, perRequest, requestsOf: requestsOf(testbed, cursors) };
    await load(testbed, api, { ...sent, seconds: WARM_SECONDS });
    let cost = Number.POSITIVE_INFINITY;
    for (let round = 0; round < ROUNDS_MAX && cost > units; round += 1) {
      await testbed.settled();
      const { cpuUs } = await load(testbed, api, { ...sent, seconds: SECONDS });
      cost = Math.min(cost, cpuUs / jsonUnitUs());
    }
    const isOver = cost > units;
    console.log(`${isOver ? "✗" : "✓"} ${name}: ${cost.toFixed(1)} units of CPU, budget ${units}`);
    if (isOver) process.exitCode = 1;
  }
} finally {
  await testbed.close();
}
