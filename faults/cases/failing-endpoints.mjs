import { setTimeout as pause } from "node:timers/promises";
import { percentile } from "../expect.mjs";
import { firstAttemptLatencies } from "../latency.mjs";
import { startWriter } from "../writer.mjs";

const HEALTHY = 14;
const RETRY_AFTER_S = 8;
const FAILURES = [
  { status: 500 },
  { status: 503 },
  { hang: true },
  { reset: true },
  { status: 429, headers: { "retry-after": String(RETRY_AFTER_S) } },
  { status: 429, headers: { "retry-after": "86400" } },
];
const WRITES_PER_SECOND = 60;
const PHASE_MS = 30_000;

export const failingEndpoints = {
  title: `6 of ${HEALTHY + FAILURES.length} endpoints fail: 500, 503, timeout, reset, 429 with Retry-After of ${RETRY_AFTER_S} s and of a day`,
  async run(testbed, checks) {
    const api = await testbed.apps.start("catalog-api");
    const receiver = await testbed.openReceiver();
    const workspaces = [];
    const failing = [];
    for (let i = 0; i < HEALTHY + FAILURES.length; i += 1) {
      const workspace = await testbed.createWorkspace();
      const endpoint = await testbed.createEndpoint(api, workspace, receiver, { path: `/${i}` });
      workspaces.push(workspace);
      if (i < FAILURES.length) failing.push(endpoint.id);
    }
    await testbed.apps.start("webhook-dispatcher", { more: { SKUCAST_WEBHOOK_TIMEOUT: "5s" } });
    const writer = startWriter({ apis: [api], workspaces, perSecond: WRITES_PER_SECOND });
    await pause(5_000);
    const baselineFromMs = Date.now();
    await pause(PHASE_MS);
    const failingFromMs = Date.now();
    receiver.answer = (endpoint) => FAILURES[Number(endpoint.path.slice(1))];
    await pause(PHASE_MS);
    await writer.stop();
    const endMs = Date.now();
    await testbed.drained(30_000, { ignoring: failing });
    const healthy = (await firstAttemptLatencies(testbed, receiver)).filter(
      ({ endpointId }) => !failing.includes(endpointId),
    );
    const p99 = (fromMs, untilMs) =>
      percentile(
        healthy.filter(({ createdAtMs }) => createdAtMs >= fromMs && createdAtMs < untilMs).map(({ ms }) => ms),
        0.99,
      );
    const before = p99(baselineFromMs, failingFromMs);
    const meanwhile = p99(failingFromMs, endMs);
    const ratio = meanwhile / before;
    checks.check(
      `p99 of the healthy endpoints ${meanwhile} ms, ${before} ms before: ${ratio.toFixed(2)} (at most 1.5)`,
      ratio <= 1.5,
    );
    const asked = await waitsOf(testbed, failing[4]);
    checks.check(
      `Retry-After of ${RETRY_AFTER_S} s: ${asked.length} waits, the shortest ${Math.min(...asked).toFixed(1)} s`,
      asked.length > 0 && Math.min(...asked) >= RETRY_AFTER_S,
    );
    const aDay = await waitsOf(testbed, failing[5]);
    checks.check(
      `Retry-After of a day: ${aDay.length} waits, the longest ${Math.max(...aDay).toFixed(1)} s (at most 10: twice the step)`,
      aDay.length > 0 && Math.max(...aDay) <= 10,
    );
    const { breaches } = await testbed.verdict(writer.accepted);
    const lost = breaches.lost.filter((pair) => !failing.some((id) => pair.endsWith(id)));
    checks.check(`${lost.length} lost deliveries of healthy endpoints (none)`, lost.length === 0);
    checks.check(
      `${breaches.unscheduled.length} attempts before their time or beyond the schedule (none)`,
      breaches.unscheduled.length === 0,
    );
  },
};

/** The planned seconds between the end of the first attempt and the second one. */
async function waitsOf(testbed, endpointId) {
  const { rows } = await testbed.db.system.query(
    `SELECT extract(epoch FROM d.next_attempt_at - a.started_at)::float8 - a.duration_ms / 1000.0 AS wait
     FROM deliveries d JOIN delivery_attempts a ON a.workspace_id = d.workspace_id AND a.delivery_id = d.id AND a.number = 1
     WHERE d.endpoint_id = $1 AND d.status = 'pending' AND d.attempt_count = 1 AND a.status_code = 429`,
    [endpointId],
  );
  return rows.map(({ wait }) => Math.round(Number(wait) * 10) / 10);
}
