// The steps of a release check: each is announced with the time since the start, and all share one limit.
import { setTimeout as pause } from "node:timers/promises";

const REMINDER_MS = 60_000;
const MINUTE_MS = 60_000;
const SIGNALS = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);

/**
 * Runs named steps. The first SIGINT, SIGTERM or SIGHUP, and the end of `minutesMax`, reject the current step and every
 * later one, so that the caller can clean up; `signal` ends what they have started. `end` releases the timer and the
 * signals. `isInterrupted` says whether it was a signal.
 */
export function createSteps({ minutesMax, print = console.log }) {
  const controller = new AbortController();
  const startedAtMs = performance.now();
  const stop = (/** @type {string} */ reason) => controller.abort(new Error(reason));
  const limit = setTimeout(() => stop(`longer than ${minutesMax} min, the limit of all steps`), minutesMax * MINUTE_MS);
  let isInterrupted = false;
  const onSignal = (/** @type {string} */ name) => {
    isInterrupted = true;
    stop(`ended by ${name}`);
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  const elapsed = () => durationOf(performance.now() - startedAtMs);

  /**
   * Runs one step and returns its result. An error names the step.
   * @template T
   * @param {string} name
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  async function step(name, work) {
    const stepAtMs = performance.now();
    print(`  ${elapsed()} ${name}`);
    const reminder = setInterval(() => print(`  ${elapsed()} … ${name}`), REMINDER_MS);
    try {
      return await unlessStopped(controller.signal, work);
    } catch (error) {
      throw new Error(`${name}: ${/** @type {Error} */ (error).message}`, { cause: error });
    } finally {
      clearInterval(reminder);
      print(`  ${elapsed()} ${name}: ended after ${durationOf(performance.now() - stepAtMs)}`);
    }
  }

  return {
    step,
    signal: controller.signal,
    isInterrupted: () => isInterrupted,
    end() {
      clearTimeout(limit);
      for (const name of SIGNALS) process.off(name, onSignal);
    },
  };
}

/**
 * Waits until `isDone` returns true. It has no limit of its own, which a slow machine could exceed: that of all steps ends it.
 * @param {AbortSignal} signal
 * @param {() => boolean | Promise<boolean>} isDone
 * @param {number} everyMs
 */
export async function waitUntil(signal, isDone, everyMs) {
  while (!(await isDone())) await pause(everyMs, undefined, { signal });
}

/**
 * @template T
 * @param {AbortSignal} signal
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
async function unlessStopped(signal, work) {
  signal.throwIfAborted();
  const { promise: stopped, reject } = Promise.withResolvers();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort);
  try {
    return await Promise.race([work(), stopped]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** Minutes and seconds, such as 12:05. */
function durationOf(/** @type {number} */ ms) {
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
