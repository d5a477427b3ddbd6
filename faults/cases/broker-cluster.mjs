import { setTimeout as pause } from "node:timers/promises";
import { checkInvariants, checkLargest } from "../expect.mjs";
import { startRabbitmqDeployment } from "../rabbitmq-deployment.mjs";
import { startPostgres } from "../servers.mjs";
import { startSystem } from "../system.mjs";
import { openTestbed } from "../testbed.mjs";

const WRITES_PER_SECOND = 40;
const ENDPOINTS = 3;
const DISPATCHERS = 2;
/** Setting of the dispatcher: simultaneous attempts to one endpoint. */
const IN_FLIGHT_MAX = 50;
/** Longer than the nodes need to notice a partition. */
const PARTITION_MS = 45_000;
const STILL_S_MAX = 60;
const DRAINED_S_MAX = 120;
const LOAD_MS = 3_000;

export const killedNodes = {
  title: "RabbitMQ of three nodes: kill -9 of each node in turn, then of two at once, under load",
  needsTestbed: false,
  run: (_testbed, checks) => withBrokers(checks, killNodes),
};

export const partitionedNodes = {
  title: `RabbitMQ of three nodes: traffic between each node in turn and the others is blocked for ${PARTITION_MS / 1_000} s, then between all three, under load`,
  needsTestbed: false,
  run: (_testbed, checks) => withBrokers(checks, partitionNodes),
};

/** Starts the deployment and clients that write, causes the faults, and compares the ledgers. */
async function withBrokers(checks, causeFaults) {
  const brokers = await startRabbitmqDeployment();
  const { dir, postgres, stop } = await startPostgres();
  const stopAll = () => Promise.all([stop(), brokers.stop()]);
  const testbed = await openTestbed({ servers: { dir, postgres, broker: brokers, stop: stopAll } });
  let writer;
  try {
    const system = await startSystem(testbed, { dispatchers: DISPATCHERS, endpoints: ENDPOINTS });
    const apps = [system.api, ...system.dispatchers];
    const pids = apps.map(({ pid }) => pid);
    writer = system.startWriting(WRITES_PER_SECOND, { longEvery: 50 });
    const faults = await causeFaults(checks, brokers, system);
    const endedAtMs = performance.now();
    await writer.stop();
    await testbed.drained(DRAINED_S_MAX * 1_000);
    const drainedS = (performance.now() - endedAtMs) / 1_000;
    checks.check(
      `drained ${drainedS.toFixed(1)} s after the last (at most ${DRAINED_S_MAX})`,
      drainedS <= DRAINED_S_MAX,
    );
    checks.check("all three nodes run, and none reports a partition", await brokers.isWhole(0));
    const { accepted, refused } = writer;
    checks.check(
      `the API accepted ${accepted.length} writes and rejected ${refused.length} (none)`,
      accepted.length > 0 && refused.length === 0,
    );
    checks.check(
      "no process of Skucast had to be restarted",
      apps.every(({ pid }, i) => pid === pids[i]),
    );
    const verdict = await testbed.verdict(accepted);
    checkInvariants(checks, verdict);
    const allowed = faults * ENDPOINTS * IN_FLIGHT_MAX;
    checks.check(
      `${verdict.duplicateCount} repeats (at most ${allowed}: in flight at ${faults} faults)`,
      verdict.duplicateCount <= allowed,
    );
    checkLargest(checks, system.receiver);
  } finally {
    await writer?.stop();
    await testbed.close();
  }
}

async function killNodes(checks, { nodes }, system) {
  const still = [];
  for (const node of nodes) {
    await pause(LOAD_MS);
    const deliveries = watchDeliveries(system.receiver);
    await node.kill();
    await deliveries.resumed();
    await pause(LOAD_MS);
    still.push(deliveries.stop());
    await node.restart();
    await untilServing(nodes);
  }
  checkStill(checks, "each node killed", still);
  const [, second, third] = nodes;
  const before = system.receiver.received.length;
  await Promise.all([second?.kill(), third?.kill()]);
  await pause(PARTITION_MS);
  const deliveries = watchDeliveries(system.receiver);
  await second?.restart();
  await deliveries.resumed();
  const seconds = deliveries.stop();
  checks.check(
    `two nodes killed for ${PARTITION_MS / 1_000} s: deliveries resumed ${seconds.toFixed(1)} s after the start of one of them (at most ${STILL_S_MAX})`,
    seconds <= STILL_S_MAX && system.receiver.received.length > before,
  );
  await third?.restart();
  await untilServing(nodes);
  return nodes.length + 1;
}

async function partitionNodes(checks, { nodes }, system) {
  const still = [];
  let pausedCount = 0;
  for (const node of nodes) {
    await pause(LOAD_MS);
    const deliveries = watchDeliveries(system.receiver);
    node.isolate();
    await pause(PARTITION_MS);
    if (!(await node.isServing())) pausedCount += 1;
    still.push(deliveries.stop());
    node.rejoin();
    await untilServing(nodes);
  }
  checks.check(
    `${pausedCount} of ${nodes.length} nodes that were cut off paused themselves, and joined again without an administrator`,
    pausedCount === nodes.length,
  );
  checkStill(checks, "each node cut off", still);
  await pause(LOAD_MS);
  for (const node of nodes) node.isolate();
  await pause(PARTITION_MS);
  const serving = await Promise.all(nodes.map((node) => node.isServing()));
  checks.check(
    `all three cut off from each other: ${serving.filter(Boolean).length} serve clients (none)`,
    !serving.includes(true),
  );
  const deliveries = watchDeliveries(system.receiver);
  for (const node of nodes) node.rejoin();
  await deliveries.resumed();
  const seconds = deliveries.stop();
  checks.check(
    `deliveries resumed ${seconds.toFixed(1)} s after they reached each other again (at most ${STILL_S_MAX})`,
    seconds <= STILL_S_MAX,
  );
  await untilServing(nodes);
  return nodes.length + 1;
}

/** The condition on the longest times without a delivery. */
function checkStill(checks, what, seconds) {
  const each = seconds.map((time) => time.toFixed(1)).join(", ");
  checks.check(
    `${what}: no webhook arrived for ${each} s at most (at most ${STILL_S_MAX})`,
    Math.max(...seconds) <= STILL_S_MAX,
  );
}

/** Measures the longest time in which no webhook arrives. */
function watchDeliveries({ received }) {
  let count = received.length;
  let sinceMs = performance.now();
  let longestMs = 0;
  const look = () => {
    longestMs = Math.max(longestMs, performance.now() - sinceMs);
    if (received.length === count) return;
    count = received.length;
    sinceMs = performance.now();
  };
  const timer = setInterval(look, 10);
  return {
    /** Waits for the next webhooks. */
    async resumed() {
      const before = received.length;
      while (received.length < before + 2 * IN_FLIGHT_MAX) await pause(20);
    },
    stop() {
      look();
      clearInterval(timer);
      return longestMs / 1_000;
    },
  };
}

/** Waits until every node serves clients. One that does not reach the others serves none. */
async function untilServing(nodes) {
  for (const node of nodes) while (!(await node.isServing())) await pause(500);
}
