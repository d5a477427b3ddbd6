import { setTimeout as pause } from "node:timers/promises";
import { checkInvariants, percentile } from "../expect.mjs";
import { firstAttemptLatencies } from "../latency.mjs";
import { setScene } from "../scene.mjs";

const SECONDS = 120;
const WRITES_PER_SECOND = 300;
const WARM_UP_SECONDS = 40;

export const steadyLoad = {
  title: `steady load: ${WRITES_PER_SECOND} writes/s to 3 endpoints for ${SECONDS} s`,
  async run(stage, { check, ...checks }) {
    const scene = await setScene(stage);
    const [dispatcher] = scene.dispatchers;
    const writer = scene.startWriting(WRITES_PER_SECOND);
    await pause(WARM_UP_SECONDS * 1_000);
    const memory = [];
    for (let second = WARM_UP_SECONDS; second < SECONDS; second += 1) {
      await pause(1_000);
      memory.push(dispatcher.rssMb());
    }
    await writer.stop();
    await stage.drained(30_000);
    const latencies = (await firstAttemptLatencies(stage, scene.receiver)).map(({ ms }) => ms);
    const [p50, p99] = [percentile(latencies, 0.5), percentile(latencies, 0.99)];
    const rate = latencies.length / SECONDS;
    check(`commit to first attempt: p50 ${p50} ms (50 at most), p99 ${p99} ms (500 at most)`, p50 <= 50 && p99 <= 500);
    check(`${rate.toFixed(0)} deliveries/s (895 at least)`, rate >= 895);
    const slope = slopePerMinute(memory);
    check(`memory of the dispatcher: ${slope.toFixed(2)} MB more per minute (below 1)`, slope < 1);
    checkInvariants({ check, ...checks }, await stage.verdict(writer.accepted));
  },
};

/** Least squares over samples of one second. */
function slopePerMinute(samples) {
  const middle = (samples.length - 1) / 2;
  const mean = samples.reduce((sum, value) => sum + value, 0) / samples.length;
  const up = samples.reduce((sum, value, i) => sum + (i - middle) * (value - mean), 0);
  const down = samples.reduce((sum, _, i) => sum + (i - middle) ** 2, 0);
  return (up / down) * 60;
}
