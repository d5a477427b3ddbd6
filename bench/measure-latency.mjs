// How soon after its commit an event is attempted for the first time, at a steady rate of writes over REST.
import { setTimeout as pause } from "node:timers/promises";
import { firstIdAt } from "@skucast/contracts/ids";
import { call } from "./call.mjs";
import { productOf, skuOf } from "./products.mjs";

const SECONDS = 20;
const WARM_SECONDS = 10;
const SLOT_MS = 20;
const UNANSWERED_MAX = 200;

const LATENCIES = `
  SELECT count(*)::int AS count, percentile_disc(ARRAY[0.5, 0.99]) WITHIN GROUP (
    ORDER BY extract(epoch FROM a.started_at - e.created_at) * 1000) AS ms
  FROM events e
  JOIN deliveries d ON d.workspace_id = e.workspace_id AND d.event_id = e.id
  JOIN delivery_attempts a ON a.workspace_id = d.workspace_id AND a.delivery_id = d.id AND a.number = 1
  WHERE e.workspace_id = $1 AND e.id >= $2`;

/**
 * Measures from the time in the row of the event, which is before its commit, to the start of each first attempt. It starts
 * with a warm-up, because the API has written nothing yet.
 */
export async function measureLatency({ testbed, api, settled }, writesPerSecond) {
  const warm = await writeFor(WARM_SECONDS, { testbed, api, writesPerSecond, first: 0 });
  await settled();
  const from = firstIdAt("evt", Date.now());
  const { seconds } = await writeFor(SECONDS, { testbed, api, writesPerSecond, first: warm.count });
  await settled();
  const { rows } = await testbed.db.system.query(LATENCIES, [testbed.workspaceId, from]);
  const [p50Ms, p99Ms] = rows[0].ms.map(Number);
  return { rate: rows[0].count / seconds, p50Ms, p99Ms };
}

/** Creates products at a steady rate, starting at the number `first`; returns how many, and how long it took. */
async function writeFor(plannedSeconds, { testbed, api, writesPerSecond, first }) {
  const startedAtMs = performance.now();
  const unanswered = new Set();
  let count = 0;
  for (let elapsedMs = 0; elapsedMs < plannedSeconds * 1_000; elapsedMs = performance.now() - startedAtMs) {
    const wanted = Math.floor((elapsedMs / 1_000) * writesPerSecond);
    for (; count < wanted; count += 1) unanswered.add(write({ testbed, api }, first + count, unanswered));
    if (unanswered.size > UNANSWERED_MAX) await Promise.race(unanswered);
    await pause(SLOT_MS);
  }
  const seconds = (performance.now() - startedAtMs) / 1_000;
  await Promise.all(unanswered);
  return { count, seconds };
}

function write({ testbed, api }, n, unanswered) {
  const written = call(testbed, api, "PUT", `/products/${skuOf(n)}`, productOf(n)).finally(() =>
    unanswered.delete(written),
  );
  return written;
}
