import { setTimeout as pause } from "node:timers/promises";
import { percentile } from "../expect.mjs";
import { firstAttemptLatencies } from "../latency.mjs";
import { startWriter } from "../writer.mjs";

const OTHERS = 20;
const WRITES_PER_SECOND = 100;
const BASELINE_MS = 30_000;
const HANGING_MS = 60_000;
const OPEN_WITHIN_MS = 30_000;
const IN_FLIGHT_MAX = 50;

export const slowEndpoint = {
  title: `one of ${OTHERS + 1} endpoints, with 20 % of the traffic, hangs until the timeout`,
  async run(testbed, checks) {
    const { receiver, workspaces, slow } = await openShop(testbed);
    const api = testbed.api;
    await testbed.apps.start("webhook-dispatcher");
    const writer = startWriter({ apis: [api], workspaces, perSecond: WRITES_PER_SECOND });
    await pause(5_000);
    const baselineFromMs = Date.now();
    await pause(BASELINE_MS);
    const hangingFromMs = Date.now();
    receiver.answer = (endpoint) => (endpoint.path === slow.path ? { hang: true } : undefined);
    await pause(HANGING_MS);
    await writer.stop();
    const endMs = Date.now();
    await testbed.drained(30_000, { ignoring: [slow.id] });
    const healthy = (await firstAttemptLatencies(testbed, receiver)).filter(({ endpointId }) => endpointId !== slow.id);
    const p99 = (fromMs, untilMs) =>
      percentile(
        healthy.filter(({ createdAtMs }) => createdAtMs >= fromMs && createdAtMs < untilMs).map(({ ms }) => ms),
        0.99,
      );
    const before = p99(baselineFromMs, hangingFromMs);
    const meanwhile = p99(hangingFromMs, endMs);
    const ratio = meanwhile / before;
    checks.check(
      `p99 of the others ${meanwhile} ms, ${before} ms before: ${ratio.toFixed(2)} (at most 1.2)`,
      ratio <= 1.2,
    );
    const inFlight = receiver.inFlightMax.get(slow.id);
    checks.check(
      `${inFlight} simultaneous requests to the hanging one (at most ${IN_FLIGHT_MAX})`,
      inFlight <= IN_FLIGHT_MAX,
    );
    const late = receiver.received.filter(
      ({ endpointId, arrivedAtMs }) => endpointId === slow.id && arrivedAtMs > hangingFromMs + OPEN_WITHIN_MS,
    ).length;
    checks.check(
      `${late} requests to it after ${OPEN_WITHIN_MS / 1_000} s of hanging (its circuit breaker is open: at most 2 probes)`,
      late <= 2,
    );
    const lost = (await testbed.verdict(writer.accepted)).breaches.lost.filter((pair) => !pair.endsWith(slow.id));
    checks.check(`${lost.length} lost deliveries of the others (none)`, lost.length === 0);
  },
};

/** A workspace for each endpoint; every fifth write is for the slow one. */
async function openShop(testbed) {
  testbed.api = await testbed.apps.start("catalog-api");
  const receiver = await testbed.openReceiver();
  const made = [];
  for (let i = 0; i <= OTHERS; i += 1) {
    const workspace = await testbed.createWorkspace();
    const path = `/${i}`;
    const endpoint = await testbed.createEndpoint(testbed.api, workspace, receiver, { path });
    made.push({ workspace, id: endpoint.id, path });
  }
  const [slow, ...others] = made;
  const workspaces = Array.from({ length: 100 }, (_, i) =>
    i % 5 === 0 ? slow.workspace : others[(i - Math.floor(i / 5) - 1) % OTHERS].workspace,
  );
  return { receiver, workspaces, slow };
}
