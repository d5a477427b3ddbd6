// One catalog: filled once, and measured once in each round.
import { setTimeout as pause } from "node:timers/promises";
import { cpuOfFamily, cpuOfServer, familyOf, memoryOf } from "../cpu.mjs";
import { rowsOf } from "./catalog.mjs";
import { drive, prepare } from "./drive.mjs";
import { OPERATIONS } from "./operations.mjs";
import { catalogProductOf, skuOf } from "./products.mjs";
import { createStock } from "./stock.mjs";

const WARM_UP_SECONDS = 1.5;
const IDLE_MS = 15_000;
const LOOK_MS = 500;
/** Background work counts as done when service and PostgreSQL have used less CPU than this for as long as QUIET_MS. */
const QUIET_CPU_SHARE = 0.15;
const QUIET_MS = { warmUp: 2_000, read: 1_000, write: 5_000 };
const FILL_CONNECTIONS = 8;
const FILL_BATCH = 100;
const WHOLE_FILL_SECONDS = 3_600;

/**
 * Sets a catalog up and fills it over its API.
 * @param {import("./catalog.mjs").Catalog} catalog
 */
export async function fillCatalog(catalog, { superuserUrl, filled }) {
  await catalog.setUp();
  const stock = createStock(catalog);
  const running = await catalog.start();
  try {
    await createAll(catalog, filled);
    for (let n = 0; n < filled; n += 1) stock.written(n, 0);
    await catalog.finishFilling?.();
  } finally {
    await running.stop();
  }
  await tidy(superuserUrl);
  const keys = await catalog.keysOf(Array.from({ length: filled }, (_, n) => skuOf(n)));
  return { catalog, superuserUrl, stock, keys, filled, created: filled, revision: 1 };
}

async function createAll(catalog, filled) {
  const { createMany } = catalog;
  const size = createMany ? FILL_BATCH : 1;
  const own = filled / FILL_CONNECTIONS;
  await drive(catalog, {
    connections: FILL_CONNECTIONS,
    seconds: WHOLE_FILL_SECONDS,
    isOnce: true,
    exchangesOf: (connection) =>
      Array.from({ length: Math.ceil(own / size) }, (_, k) => {
        const first = connection * own + k * size;
        const count = Math.min(size, (connection + 1) * own - first);
        const products = Array.from({ length: count }, (_product, i) => catalogProductOf(first + i));
        return prepare(catalog, createMany ? { first: createMany(products) } : catalog.create(products[0]));
      }),
  });
}

/** One round: start, memory, and every operation; nothing runs afterwards. */
export async function measureRound(filledCatalog, { postmaster, seconds }) {
  const { catalog, superuserUrl } = filledCatalog;
  const running = await catalog.start();
  try {
    await pause(IDLE_MS);
    const memoryMb = memoryOf(running.pids.flatMap(familyOf)).pss;
    const machine = { postmaster, pids: running.pids };
    /** @type {Record<string, Awaited<ReturnType<typeof measureOperation>>>} */
    const operations = {};
    for (const operation of OPERATIONS) {
      const measure = (options) => measureOperation(filledCatalog, operation, machine, options);
      await measure({ seconds: WARM_UP_SECONDS, quietMs: QUIET_MS.warmUp });
      const quietMs = operation.isWrite ? QUIET_MS.write : QUIET_MS.read;
      operations[operation.id] = await measure({ seconds, quietMs });
    }
    return { startMs: running.startMs, memoryMb, operations };
  } finally {
    await running.stop();
    await tidy(superuserUrl);
  }
}

/**
 * The rate of an operation, and the CPU microseconds of service and PostgreSQL until nothing works in the background any
 * more, for each product, page or answer. Null if the catalog has no such API.
 */
async function measureOperation(filledCatalog, operation, machine, { seconds, quietMs }) {
  const { connections, perExchange = 1 } = operation;
  const run = Object.assign(filledCatalog, { seconds });
  const plan = await operation.plan(run, connections);
  if (plan === null) return null;
  const { exchangesOf, finish, isOnce = false } = plan;
  const prepared = Array.from({ length: connections }, (_, connection) => exchangesOf(connection));
  const before = cpuNow(machine);
  const driven = await drive(run.catalog, { connections, seconds, isOnce, exchangesOf: (i) => prepared[i] });
  const endedAtMs = performance.now();
  if (operation.isWrite) await run.catalog.catchUp?.();
  const quiet = await untilQuiet(run.catalog, machine, quietMs);
  await finish(driven);
  const count = driven.latencies.length * perExchange;
  const serviceUs = (quiet.service - before.service) / count;
  const postgresUs = (quiet.postgres - before.postgres) / count;
  return {
    rate: count / driven.seconds,
    serviceUs,
    postgresUs,
    cpuUs: serviceUs + postgresUs,
    laterSeconds: Math.max(0, quiet.atMs - endedAtMs) / 1_000,
  };
}

const cpuNow = ({ pids, postmaster }) => ({
  atMs: performance.now(),
  service: pids.reduce((sum, pid) => sum + cpuOfFamily(pid), 0),
  postgres: cpuOfServer(postmaster),
});

/** Waits until there is no work and little CPU is used; returns the CPU when that began. */
async function untilQuiet(catalog, machine, quietMs) {
  let quiet = cpuNow(machine);
  for (let before = quiet; ; ) {
    await pause(LOOK_MS);
    const now = cpuNow(machine);
    const usedUs = now.service + now.postgres - before.service - before.postgres;
    const isIdle = usedUs / ((now.atMs - before.atMs) * 1_000) < QUIET_CPU_SHARE;
    before = now;
    if (!isIdle || (await catalog.hasWork?.())) quiet = now;
    if (now.atMs - quiet.atMs >= quietMs) return quiet;
  }
}

/** Does what autovacuum would do later, while another catalog is measured. */
async function tidy(superuserUrl) {
  await rowsOf(superuserUrl, "VACUUM ANALYZE");
  await rowsOf(superuserUrl, "CHECKPOINT");
}
