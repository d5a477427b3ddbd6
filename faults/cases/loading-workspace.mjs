import { setTimeout as pause } from "node:timers/promises";
import { percentile } from "../expect.mjs";
import { firstAttemptLatencies } from "../latency.mjs";
import { call } from "../testbed.mjs";
import { startWriter } from "../writer.mjs";

const PRODUCTS = 30_000;
const BATCH = 1_000;
const WRITES_PER_SECOND = 20;
const BASELINE_MS = 15_000;
/** A single change of the loading workspace waits at most this long behind its bulk load. */
const OWN_MS_MAX = 5_000;
/** Share of the time that delivering the bulk load takes; behind all of it, another workspace would wait for all of it. */
const SHARE_MAX = 1 / 10;

export const loadingWorkspace = {
  title: `one workspace loads ${PRODUCTS} products in batches, while it and another one change single products`,
  async run(testbed, checks) {
    const api = await testbed.apps.start("catalog-api");
    const receiver = await testbed.openReceiver();
    const loading = await testbed.createWorkspace();
    const quiet = await testbed.createWorkspace();
    const { id: loadingId } = await testbed.createEndpoint(api, loading, receiver, { path: "/loading" });
    const { id: quietId } = await testbed.createEndpoint(api, quiet, receiver, { path: "/quiet" });
    await testbed.apps.start("webhook-dispatcher");
    const writers = [loading, quiet].map((workspace) =>
      startWriter({ apis: [api], workspaces: [workspace], perSecond: WRITES_PER_SECOND, prefix: "single" }),
    );
    await pause(5_000);
    const quietFromMs = Date.now();
    await pause(BASELINE_MS);
    const loadFromMs = Date.now();
    for (let from = 0; from < PRODUCTS; from += BATCH) {
      const items = Array.from({ length: BATCH }, (_, i) => ({
        sku: `load-${from + i}`,
        title: `Thing ${i}`,
        price_amount: 5,
        price_currency: "EUR",
        availability: "in_stock",
      }));
      await call(api, loading, "POST", "/products/batch", { items });
    }
    const loadedMs = Date.now() - loadFromMs;
    await delivered(receiver, loadingId, PRODUCTS);
    const deliveredMs = Date.now() - loadFromMs;
    await Promise.all(writers.map((writer) => writer.stop()));
    await pause(2_000);
    const singles = await singleChanges(testbed, await firstAttemptLatencies(testbed, receiver));
    const p99 = (endpointId, fromMs, untilMs) =>
      percentile(
        singles
          .filter((one) => one.endpointId === endpointId && one.createdAtMs >= fromMs && one.createdAtMs < untilMs)
          .map(({ ms }) => ms),
        0.99,
      );
    const [foreignBefore, ownBefore] = [quietId, loadingId].map((id) => p99(id, quietFromMs, loadFromMs));
    const [foreign, own] = [quietId, loadingId].map((id) => p99(id, loadFromMs, loadFromMs + deliveredMs));
    const load = `${PRODUCTS} products loaded in ${loadedMs} ms and delivered in ${deliveredMs} ms`;
    checks.check(
      `commit to first attempt of another workspace: p99 ${foreign} ms, ${foreignBefore} ms before (at most a tenth of the load: ${load})`,
      foreign <= SHARE_MAX * deliveredMs,
    );
    checks.check(
      `of a single change of the loading workspace: p99 ${own} ms, ${ownBefore} ms before (at most ${OWN_MS_MAX} ms)`,
      own <= OWN_MS_MAX,
    );
  },
};

/** Of the products that the writers change, which are not in the bulk load. */
async function singleChanges({ db }, latencies) {
  const { rows } = await db.system.query(`SELECT id FROM events WHERE data LIKE '%"sku":"single-%'`);
  const ids = new Set(rows.map(({ id }) => id));
  return latencies.filter(({ eventId }) => ids.has(eventId));
}

/** Waits until `count` events have arrived. */
async function delivered(receiver, endpointId, count) {
  for (const untilMs = Date.now() + 300_000; Date.now() < untilMs; ) {
    const arrived = receiver.received.filter((one) => one.endpointId === endpointId);
    if (new Set(arrived.map(({ eventId }) => eventId)).size >= count) return;
    await pause(250);
  }
  throw new Error(`not all of ${count} changes arrived within five minutes`);
}
