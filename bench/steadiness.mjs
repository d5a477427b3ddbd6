// How steady the machine was: the same work, timed before each measurement.
import { createHash } from "node:crypto";

const BLOCK = Buffer.alloc(1024 * 1024);
const BLOCKS = 256;

/** `look` times a fixed piece of work on one core; `spread` tells the fastest and the slowest look in milliseconds. */
export function createSteadiness() {
  const looks = [];
  return {
    look() {
      const startedAtMs = performance.now();
      const hash = createHash("sha256");
      for (let i = 0; i < BLOCKS; i += 1) hash.update(BLOCK);
      hash.digest();
      looks.push(performance.now() - startedAtMs);
    },
    spread: () => ({ count: looks.length, fastestMs: Math.min(...looks), slowestMs: Math.max(...looks) }),
  };
}
