import { setTimeout as pause } from "node:timers/promises";
import { percentile } from "../expect.mjs";
import { firstAttemptLatencies } from "../latency.mjs";
import { call } from "../testbed.mjs";
import { startWriter } from "../writer.mjs";

const ENDPOINTS = 48;
const PRODUCTS = 1_000;
const WRITES_PER_SECOND = 20;
const BASELINE_MS = 15_000;
/** Share of the time that planning the deliveries of the noisy workspace takes; behind all of them, it would be all of it. */
const SHARE_MAX = 1 / 4;

export const noisyWorkspace = {
  title: `one workspace has ${ENDPOINTS} endpoints that hang, and writes ${PRODUCTS} products at once`,
  async run(testbed, checks) {
    const api = await testbed.apps.start("catalog-api");
    const receiver = await testbed.openReceiver();
    const noisy = await testbed.createWorkspace();
    const quiet = await testbed.createWorkspace();
    for (let i = 0; i < ENDPOINTS; i += 1) await testbed.createEndpoint(api, noisy, receiver, { path: `/noisy-${i}` });
    const { id: quietId } = await testbed.createEndpoint(api, quiet, receiver, { path: "/quiet" });
    receiver.answer = (endpoint) => (endpoint.id === quietId ? undefined : { hang: true });
    await testbed.apps.start("webhook-dispatcher");
    const writer = startWriter({ apis: [api], workspaces: [quiet], perSecond: WRITES_PER_SECOND });
    await pause(5_000);
    const baselineFromMs = Date.now();
    await pause(BASELINE_MS);
    const noisyFromMs = Date.now();
    const items = Array.from({ length: PRODUCTS }, (_, i) => ({
      sku: `n-${i}`,
      title: `Thing ${i}`,
      price_amount: 5,
      price_currency: "EUR",
      availability: "in_stock",
    }));
    await call(api, noisy, "POST", "/products/batch", { items });
    await planned(testbed, noisy, PRODUCTS * ENDPOINTS);
    const plannedMs = Date.now() - noisyFromMs;
    await pause(5_000);
    await writer.stop();
    const others = (await firstAttemptLatencies(testbed, receiver)).filter(({ endpointId }) => endpointId === quietId);
    const waits = (fromMs, untilMs) =>
      others.filter(({ createdAtMs }) => createdAtMs >= fromMs && createdAtMs < untilMs).map(({ ms }) => ms);
    const before = percentile(waits(baselineFromMs, noisyFromMs), 0.99);
    const meanwhile = waits(noisyFromMs, Date.now());
    const p99 = percentile(meanwhile, 0.99);
    checks.check(
      `commit to first attempt of another workspace: p99 ${p99} ms (at most a quarter of the ${plannedMs} ms in which the ${PRODUCTS * ENDPOINTS} deliveries of the noisy one were planned), ${before} ms before`,
      p99 <= SHARE_MAX * plannedMs,
    );
  },
};

/** Waits until the workspace has `count` deliveries. */
async function planned(testbed, { id }, count) {
  const text = "SELECT count(*)::int AS count FROM deliveries WHERE workspace_id = $1";
  for (const untilMs = Date.now() + 120_000; Date.now() < untilMs; ) {
    const { rows } = await testbed.db.system.query(text, [id]);
    if (rows[0].count === count) return;
    await pause(250);
  }
  throw new Error(`not all of ${count} deliveries were planned within two minutes`);
}
