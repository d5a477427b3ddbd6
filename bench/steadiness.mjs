// How steady the machine was: the same work, timed before each measurement.
import { createHash } from "node:crypto";

const BLOCK = Buffer.alloc(1024 * 1024);
const BLOCKS = 256;

/**
 * `sample` times a fixed piece of work on one core and adds the time to `samples`; `spread` returns the fastest and the slowest
 * sample in milliseconds.
 * @param {number[]} samples
 */
export function createSteadiness(samples) {
  return {
    sample() {
      const startedAtMs = performance.now();
      const hash = createHash("sha256");
      for (let i = 0; i < BLOCKS; i += 1) hash.update(BLOCK);
      hash.digest();
      samples.push(performance.now() - startedAtMs);
    },
    spread: () => ({ count: samples.length, fastestMs: Math.min(...samples), slowestMs: Math.max(...samples) }),
  };
}
