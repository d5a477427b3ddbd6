import { setTimeout as pause } from "node:timers/promises";
import { checkInvariants, checkLargest } from "../expect.mjs";
import { startSystem } from "../system.mjs";

const KILLS = 10;
const WRITES_PER_SECOND = 60;
const ENDPOINTS = 3;
/** Setting of the dispatcher: simultaneous attempts to one endpoint. */
const IN_FLIGHT_MAX = 50;

export const killedProcesses = {
  title: `kill -9 of catalog-api (with the relay) and of the dispatcher, ${KILLS} times each, at random times under load`,
  async run(testbed, checks) {
    const system = await startSystem(testbed, { endpoints: ENDPOINTS });
    const [dispatcher] = system.dispatchers;
    system.receiver.answer = () => ({ delayMs: 20 });
    const writer = system.startWriting(WRITES_PER_SECOND, { longEvery: 50 });
    const back = [];
    let resumedMaxMs = 0;
    for (let i = 0; i < KILLS; i += 1) {
      for (const app of [dispatcher, system.api]) {
        await pause(300 + Math.random() * 1_200);
        const arrivedCount = system.receiver.received.length;
        const restarted = app.restarted();
        const killedAtMs = performance.now();
        app.kill("SIGKILL");
        await restarted;
        back.push(app.readyMs);
        while (system.receiver.received.length === arrivedCount) await pause(20);
        resumedMaxMs = Math.max(resumedMaxMs, performance.now() - killedAtMs);
      }
    }
    await writer.stop();
    await testbed.drained(90_000);
    const verdict = await testbed.verdict(writer.accepted);
    checkInvariants(checks, verdict);
    checkLargest(checks, system.receiver);
    const allowed = KILLS * ENDPOINTS * IN_FLIGHT_MAX;
    checks.check(
      `${verdict.duplicateCount} repeats (at most ${allowed}: in flight at ${KILLS} kills)`,
      verdict.duplicateCount <= allowed,
    );
    checks.check(
      `a process was ready again within ${Math.max(...back).toFixed(0)} ms (at most 5,000)`,
      Math.max(...back) <= 5_000,
    );
    checks.check(`deliveries resumed within ${resumedMaxMs.toFixed(0)} ms (at most 30,000)`, resumedMaxMs <= 30_000);
  },
};
