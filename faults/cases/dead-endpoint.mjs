import { setTimeout as pause } from "node:timers/promises";
import { checkInvariants, percentile } from "../expect.mjs";
import { firstAttemptLatencies } from "../latency.mjs";
import { call } from "../testbed.mjs";
import { startWriter } from "../writer.mjs";

const OTHERS = 10;
const WRITES_PER_SECOND = 20;
const MISSED = 10_000;
const BATCH = 1_000;
/** About a tenth of what two cores deliver together with PostgreSQL, RabbitMQ, the writer and the receiver. */
const RATE_PER_SECOND = 100;
/**
 * The baseline combines the time before and after the recovery, so that another load of the machine does not count as its
 * effect. It is as long as the recovery, so that both p99 are of the same number of requests.
 */
const BASELINE_MS = 50_000;
/** More than the five days after which an endpoint that never answers is disabled. */
const DEAD_HOURS = 6 * 24;
const UNTIL_MS = 400_000;

export const deadEndpoint = {
  title: `an endpoint is dead for ${DEAD_HOURS} (scaled) hours, is disabled, misses ${MISSED} events, and recovers them at ${RATE_PER_SECOND}/s, next to ${OTHERS} others`,
  async run(testbed, checks) {
    const system = await openShop(testbed);
    const { api, dead, receiver } = system;
    const dying = startWriter({ apis: [api], workspaces: [dead.workspace], perSecond: 0, prefix: "d" });
    await dying.write();
    await testbed.drained(30_000);
    await die(testbed, system, dying);
    await missEvents(testbed, system);
    const others = startWriter({ apis: [api], workspaces: system.others, perSecond: WRITES_PER_SECOND });
    await pause(5_000);
    const fromMs = Date.now();
    await pause(BASELINE_MS);
    receiver.answer = () => undefined;
    await call(api, dead.workspace, "PATCH", `/webhook-endpoints/${dead.id}`, { status: "active" });
    const recoveredFromMs = Date.now();
    const since = new Date(system.startedAtMs).toISOString();
    await call(api, dead.workspace, "POST", `/webhook-endpoints/${dead.id}/recover`, { since });
    await recovered(testbed, system);
    const recoveredToMs = Date.now();
    await pause(BASELINE_MS);
    const toMs = Date.now();
    await others.stop();
    await testbed.drained(60_000);

    const arrivals = receiver.received
      .filter(
        ({ endpointId, status, arrivedAtMs }) =>
          endpointId === dead.id && status === 200 && arrivedAtMs >= recoveredFromMs,
      )
      .map(({ eventId, arrivedAtMs }) => ({ eventId, atMs: arrivedAtMs }));
    const missedCount = MISSED + dying.accepted.length - 1;
    const differing = new Set(arrivals.map(({ eventId }) => eventId)).size;
    checks.check(
      `${arrivals.length} deliveries of ${differing} events arrived in ${((recoveredToMs - recoveredFromMs) / 1_000).toFixed(0)} s (each of ${missedCount} once)`,
      arrivals.length === missedCount && differing === missedCount,
    );
    checkPace(checks, arrivals);
    const latencies = (await firstAttemptLatencies(testbed, receiver)).filter(
      ({ endpointId }) => endpointId !== dead.id,
    );
    const p99 = (isIn) =>
      percentile(
        latencies.filter(({ createdAtMs }) => isIn(createdAtMs)).map(({ ms }) => ms),
        0.99,
      );
    const meanwhile = p99((ms) => ms >= recoveredFromMs && ms < recoveredToMs);
    const quiet = p99((ms) => (ms >= fromMs && ms < recoveredFromMs) || (ms >= recoveredToMs && ms < toMs));
    const ratio = meanwhile / quiet;
    checks.check(
      `p99 of the others ${meanwhile} ms meanwhile, ${quiet} ms before and after: ${ratio.toFixed(2)} (at most 1.2)`,
      ratio <= 1.2,
    );
    checkInvariants(checks, await testbed.verdict([...dying.accepted, ...others.accepted]));
  },
};

async function openShop(testbed) {
  const startedAtMs = Date.now();
  const api = await testbed.apps.start("catalog-api");
  const receiver = await testbed.openReceiver();
  const made = [];
  for (let i = 0; i <= OTHERS; i += 1) {
    const workspace = await testbed.createWorkspace();
    const fields = i === 0 ? { rate_per_second: RATE_PER_SECOND } : {};
    const { id } = await testbed.createEndpoint(api, workspace, receiver, { path: `/${i}`, ...fields });
    made.push({ workspace, id });
  }
  await testbed.apps.start("webhook-dispatcher");
  const [dead, ...others] = made;
  return { startedAtMs, api, receiver, dead, others: others.map(({ workspace }) => workspace) };
}

/** Lets attempts fail and moves the first failure days back, so that the next failure disables the endpoint. */
async function die({ db }, { receiver, api, dead }, writer) {
  receiver.answer = ({ id }) => (id === dead.id ? { reset: true } : undefined);
  const shown = () => call(api, dead.workspace, "GET", `/webhook-endpoints/${dead.id}`);
  await writer.write();
  await until("the endpoint fails", async () => (await shown()).failing_since !== null);
  await db.system.query(
    "UPDATE webhook_endpoints SET failing_since = failing_since - make_interval(hours => $2) WHERE id = $1",
    [dead.id, DEAD_HOURS],
  );
  await writer.write();
  await until("the endpoint is disabled", async () => (await shown()).status === "disabled");
}

async function missEvents(testbed, { api, dead }) {
  const products = Array.from({ length: MISSED }, (_, i) => ({
    sku: `m-${i}`,
    title: `Thing ${i}`,
    price_amount: 5,
    price_currency: "EUR",
    availability: "in_stock",
  }));
  for (let i = 0; i < MISSED; i += BATCH) {
    await call(api, dead.workspace, "POST", "/products/batch", { items: products.slice(i, i + BATCH) });
  }
  await testbed.drained(120_000);
}

/** Waits until the recovery has queued all events and none of its deliveries is pending. */
async function recovered({ db }, { dead }) {
  const text = `
    SELECT EXISTS (SELECT FROM webhook_recoveries WHERE endpoint_id = $1 AND status <> 'completed')
        OR EXISTS (SELECT FROM deliveries WHERE endpoint_id = $1 AND is_waiting) AS is_under_way`;
  await until("the recovery is over", async () => !(await db.system.query(text, [dead.id])).rows[0].is_under_way);
}

async function until(what, isSo) {
  for (const deadline = Date.now() + UNTIL_MS; Date.now() < deadline; ) {
    if (await isSo()) return;
    await pause(500);
  }
  throw new Error(`not within ${UNTIL_MS} ms: ${what}`);
}

/** A window of ten seconds, because requests arrive in bunches. */
function checkPace({ check }, arrivals) {
  const times = arrivals.map(({ atMs }) => atMs).sort((a, b) => a - b);
  const most = (windowMs) =>
    times.reduce((max, atMs, i) => Math.max(max, times.findLastIndex((one) => one < atMs + windowMs) - i + 1), 0);
  const fastest = most(10_000) / 10;
  const allowed = RATE_PER_SECOND * 1.01 + 2;
  check(`${fastest.toFixed(0)} a second at most, over any ten (at most ${RATE_PER_SECOND})`, fastest <= allowed);
  const first = times.filter((atMs) => atMs < times[0] + 1_000).length;
  check(`${first} in the first second (half of that rate at most: ramped)`, first <= RATE_PER_SECOND / 2);
}
