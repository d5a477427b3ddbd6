import { setTimeout as pause } from "node:timers/promises";
import { checkInvariants, checkLargest } from "../expect.mjs";
import { setScene } from "../scene.mjs";

const KILLS = 4;
const RESTARTS = 2;
const OUTAGE_MS = 45_000;

export const killedBroker = {
  title: `RabbitMQ: kill -9 ${KILLS} times, stop and start ${RESTARTS} times, an outage of ${OUTAGE_MS / 1_000} s, under load`,
  async run(stage, checks) {
    const scene = await setScene(stage, { dispatchers: 2 });
    const pids = [scene.api, ...scene.dispatchers].map(({ pid }) => pid);
    const writer = scene.startWriting(40, { longEvery: 50 });
    for (let i = 0; i < KILLS; i += 1) {
      await pause(3_000);
      await stage.broker.kill();
      await stage.broker.start();
    }
    for (let i = 0; i < RESTARTS; i += 1) {
      await pause(3_000);
      await stage.broker.halt();
      await stage.broker.start();
    }
    await stage.broker.halt();
    const acceptedBefore = writer.accepted.length;
    const refusedBefore = writer.refused.length;
    await pause(OUTAGE_MS);
    const acceptedMeanwhile = writer.accepted.length - acceptedBefore;
    const refusedMeanwhile = writer.refused.length - refusedBefore;
    await stage.broker.start();
    const backAtMs = performance.now();
    await writer.stop();
    await stage.drained(2 * OUTAGE_MS);
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
      pids.every((pid, i) => pid === [scene.api, ...scene.dispatchers][i].pid),
    );
    checkInvariants(checks, await stage.verdict(writer.accepted));
    checkLargest(checks, scene.receiver);
  },
};
