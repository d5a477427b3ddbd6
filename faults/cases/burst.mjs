import { checkInvariants, percentile } from "../expect.mjs";
import { startSystem } from "../system.mjs";
import { call } from "../testbed.mjs";
import { startWriter } from "../writer.mjs";

const EVENTS = 20_000;
const BATCH = 1_000;
const PROBES = 200;

export const burst = {
  title: `${EVENTS} events at once`,
  async run(testbed, checks) {
    const system = await startSystem(testbed, { endpoints: 1 });
    const { api, workspace } = system;
    const idleMs = await probe(api, workspace, "idle");
    const products = Array.from({ length: EVENTS }, (_, i) => ({
      sku: `b-${i}`,
      title: `Thing ${i}`,
      price_amount: 5,
      price_currency: "EUR",
      availability: "in_stock",
    }));
    for (let i = 0; i < EVENTS; i += BATCH) {
      await call(api, workspace, "POST", "/products/batch", { items: products.slice(i, i + BATCH) });
    }
    const startedAtMs = performance.now();
    const busyMs = await probe(api, workspace, "busy");
    await testbed.drained(120_000);
    const drainedMs = performance.now() - startedAtMs;
    checks.check(`drained in ${(drainedMs / 1_000).toFixed(1)} s (at most 60)`, drainedMs <= 60_000);
    const isPrompt = busyMs.p99 <= Math.max(2 * idleMs.p99, 50);
    checks.check(
      `API p99 ${busyMs.p99.toFixed(0)} ms, idle ${idleMs.p99.toFixed(0)} ms (at most twice, or 50)`,
      isPrompt,
    );
    checks.check("no write was rejected", idleMs.refusedCount + busyMs.refusedCount === 0);
    checkInvariants(checks, await testbed.verdict([...idleMs.accepted, ...busyMs.accepted]));
  },
};

/** Single writes one after the other: the latency that a client sees. */
async function probe(api, workspace, prefix) {
  const writer = startWriter({ apis: [api], workspaces: [workspace], perSecond: 0, prefix });
  for (let i = 0; i < PROBES; i += 1) await writer.write();
  await writer.stop();
  return { p99: percentile(writer.latenciesMs, 0.99), refusedCount: writer.refused.length, accepted: writer.accepted };
}
