import { setTimeout as pause } from "node:timers/promises";
import { checkInvariants, percentile } from "../expect.mjs";
import { firstAttemptLatencies } from "../latency.mjs";
import { startSystem } from "../system.mjs";

const SECONDS = 600;
/** Each write causes three deliveries: together slightly more than the required 900/s. */
const WRITES_PER_SECOND = 302;
/** Larger than any later load, so that memory reaches its maximum first. */
const BURSTS = 3;
const BURST_SECONDS = 10;
const BURST_WRITES_PER_SECOND = 600;

export const steadyLoad = {
  title: `steady load: ${WRITES_PER_SECOND} writes/s to 3 endpoints for ${SECONDS} s, after ${BURSTS} bursts`,
  async run(testbed, { check, ...checks }) {
    const system = await startSystem(testbed);
    const [dispatcher] = system.dispatchers;
    const accepted = [];
    for (let burst = 0; burst < BURSTS; burst += 1) accepted.push(...(await writeBurst(testbed, system, burst)));
    const startedAtMs = Date.now();
    const writer = system.startWriting(WRITES_PER_SECOND);
    const memory = [];
    for (let second = 0; second < SECONDS; second += 1) {
      await pause(1_000);
      memory.push(dispatcher.rssMb());
    }
    await writer.stop();
    const seconds = (Date.now() - startedAtMs) / 1_000;
    await testbed.drained(30_000);
    const latencies = (await firstAttemptLatencies(testbed, system.receiver))
      .filter(({ createdAtMs }) => createdAtMs >= startedAtMs)
      .map(({ ms }) => ms);
    const p50 = percentile(latencies, 0.5);
    const p99 = percentile(latencies, 0.99);
    const rate = latencies.length / seconds;
    check(`commit to first attempt: p50 ${p50} ms (at most 50), p99 ${p99} ms (at most 500)`, p50 <= 50 && p99 <= 500);
    check(`${rate.toFixed(0)} deliveries/s (at least 900)`, rate >= 900);
    const slope = slopePerMinute(memory);
    const [first, last] = [memory[0], memory.at(-1)].map((mb) => mb.toFixed(0));
    check(
      `memory of the dispatcher: ${slope.toFixed(2)} MB more per minute (below 1), ${first} MB before and ${last} MB after`,
      slope < 1,
    );
    checkInvariants({ check, ...checks }, await testbed.verdict([...accepted, ...writer.accepted]));
  },
};

async function writeBurst(testbed, system, burst) {
  const writer = system.startWriting(BURST_WRITES_PER_SECOND, { prefix: `burst${burst}` });
  await pause(BURST_SECONDS * 1_000);
  await writer.stop();
  await testbed.drained(60_000);
  return writer.accepted;
}

/** Least squares over one sample per second. */
function slopePerMinute(samples) {
  const middle = (samples.length - 1) / 2;
  const mean = samples.reduce((sum, value) => sum + value, 0) / samples.length;
  const up = samples.reduce((sum, value, i) => sum + (i - middle) * (value - mean), 0);
  const down = samples.reduce((sum, _, i) => sum + (i - middle) ** 2, 0);
  return (up / down) * 60;
}
