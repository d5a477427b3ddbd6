import { setTimeout as pause } from "node:timers/promises";
import { checkInvariants, checkLargest } from "../expect.mjs";
import { startSystem } from "../system.mjs";

const KILLS = 4;
const RESTARTS = 2;
const OUTAGE_MS = 45_000;

export const killedBroker = {
  title: `RabbitMQ: kill -9 ${KILLS} times, stop and start ${RESTARTS} times, an outage of ${OUTAGE_MS / 1_000} s, under load`,
  async run(testbed, checks) {
    const system = await startSystem(testbed, { dispatchers: 2 });
    const pids = [system.api, ...system.dispatchers].map(({ pid }) => pid);
    const writer = system.startWriting(40, { longEvery: 50 });
    for (let i = 0; i < KILLS; i += 1) {
      await pause(3_000);
      await testbed.broker.kill();
      await testbed.broker.start();
    }
    for (let i = 0; i < RESTARTS; i += 1) {
      await pause(3_000);
      await testbed.broker.halt();
      await testbed.broker.start();
    }
    await testbed.broker.halt();
    const acceptedBefore = writer.accepted.length;
    const refusedBefore = writer.refused.length;
    await pause(OUTAGE_MS);
    const acceptedMeanwhile = writer.accepted.length - acceptedBefore;
    const refusedMeanwhile = writer.refused.length - refusedBefore;
    await testbed.broker.start();
    const backAtMs = performance.now();
    await writer.stop();
    await testbed.drained(2 * OUTAGE_MS);
    const drainedMs = performance.now() - backAtMs;
    checks.check(
      `during the outage the API accepted ${acceptedMeanwhile} writes and rejected ${refusedMeanwhile} (none)`,
      acceptedMeanwhile > 0 && refusedMeanwhile === 0,
    );
    checks.check(
      `drained ${(drainedMs / 1_000).toFixed(1)} s after it (at most ${(2 * OUTAGE_MS) / 1_000})`,
      drainedMs <= 2 * OUTAGE_MS,
    );
    checks.check(
      "no process had to be restarted",
      pids.every((pid, i) => pid === [system.api, ...system.dispatchers][i].pid),
    );
    checkInvariants(checks, await testbed.verdict(writer.accepted));
    checkLargest(checks, system.receiver);
  },
};
