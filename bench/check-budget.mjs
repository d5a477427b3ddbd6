// Checks what the hot paths cost: CPU of service and PostgreSQL for each product or page, in units of work that depends on
// the machine alone, so that neither its speed nor what else it does matters much. Ends with 1 if a path is over its budget.
import { apiPaths } from "./api-paths.mjs";
import { fill } from "./fill.mjs";
import { jsonUnitUs } from "./json-unit.mjs";
import { load } from "./load.mjs";
import { openTestbed } from "./testbed.mjs";

const SECONDS = 4;
const WARM_SECONDS = 2;
/** Of the rounds, the one with the least CPU counts. */
const ROUNDS_MAX = 12;
const PRODUCTS = 50_000;

/**
 * About twice what each path costs on a quiet machine, where `npm run bench` measures more exactly. Next to much other work,
 * fewer requests share a statement or a wake-up, and each costs up to twice as much even in the best round.
 */
const BUDGETS = {
  "Changed upsert": 500,
  "Unchanged upsert": 180,
  "Product of a batch of 1,000": 60,
  "List of 100": 1300,
  Get: 450,
};

const testbed = await openTestbed();
try {
  const api = await testbed.startApp("catalog-api", 18_090);
  await fill(testbed, PRODUCTS);
  for (const [name, sent] of Object.entries(await apiPaths(testbed, api))) {
    const units = BUDGETS[name];
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
