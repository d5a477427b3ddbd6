import { createBackOff } from "./back-off.js";
import { type Clock, delay, systemClock } from "./clock.js";
import type { Logger } from "./logger.js";

/** The result of one run. `more` starts the next run at once; anything else waits. */
export type RunOutcome = "more" | "idle" | undefined;

export interface LoopOptions {
  name: string;
  /** Pause between the end of a run and the next. */
  intervalMs?: number;
  /** Called after each run to get the time of the next, instead of `intervalMs`. Undefined waits for `wake`. */
  next?: () => Date | undefined;
  /** One round of work. The signal aborts when the loop stops. A run that ends early because of it may reject. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a run without a result returns nothing
  run: (signal: AbortSignal) => Promise<RunOutcome | void>;
  logger: Logger;
  clock?: Clock;
  /** Called for each failed run, instead of logging it. */
  onError?: (error: unknown, failureCount: number) => void;
  /** Delay after `failureCount` failures in a row. Default: from 250 ms, doubling, up to 30 s. */
  retryMs?: (failureCount: number) => number;
  /** Replaces the timer in tests. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface Loop {
  /** Starts the next run at once, or after the current one. Does not shorten the pause after a failure. */
  wake(): void;
  /** Starts no further run. Resolves when the current one has ended. May be called twice. */
  stop(): Promise<void>;
}

/** A longer wait is split into parts of this length, so that the due time is met even when the machine's clock is changed. */
const WAIT_MS_MAX = 60_000;

/** A due time that is always past. */
const NOW = 0;

/**
 * Runs the work at once and then periodically, never two runs at a time. A failed run is logged and retried with increasing
 * delays. Only `stop` ends the loop.
 */
export function startLoop(options: LoopOptions): Loop {
  const { clock = systemClock, wait = delay, retryMs = createBackOff({ baseMs: 250, maxMs: 30_000 }) } = options;
  const stopping = new AbortController();
  let isWoken = false;
  let endNap = () => {};

  async function live(): Promise<void> {
    let failureCount = 0;
    while (!stopping.signal.aborted) {
      isWoken = false;
      try {
        const outcome = await options.run(stopping.signal);
        failureCount = 0;
        await pauseUntil(outcome === "more" ? NOW : dueAfter(options, clock), () => isWoken);
      } catch (error) {
        if (stopping.signal.aborted) return;
        failureCount += 1;
        report(options, error, failureCount);
        await pauseUntil(clock.now().getTime() + retryMs(failureCount), () => false);
      }
    }
  }

  async function pauseUntil(dueMs: number, isOver: () => boolean): Promise<void> {
    let hasWaited = false;
    while (!isOver() && !stopping.signal.aborted) {
      const leftMs = dueMs - clock.now().getTime();
      if (leftMs <= 0) break;
      hasWaited = true;
      const nap = new AbortController();
      endNap = () => nap.abort();
      await wait(Math.min(leftMs, WAIT_MS_MAX), nap.signal).catch((error: unknown) => {
        if (!nap.signal.aborted) throw error;
      });
    }
    if (!hasWaited && !stopping.signal.aborted) await letOthersRun();
  }

  const living = live();
  return {
    wake() {
      if (isWoken) return; // each abort creates an error with a stack trace
      isWoken = true;
      endNap();
    },
    async stop() {
      stopping.abort();
      endNap();
      await living;
    },
  };
}

/** Lets requests and timers run between two runs, even if the runs never wait. */
function letOthersRun(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function dueAfter({ next, intervalMs = 1_000 }: LoopOptions, clock: Clock): number {
  if (next === undefined) return clock.now().getTime() + intervalMs;
  return next()?.getTime() ?? Number.POSITIVE_INFINITY;
}

function report({ name, logger, onError }: LoopOptions, error: unknown, failureCount: number): void {
  if (onError) onError(error, failureCount);
  else logger.error({ event: "loop.failed", loop: name, failure_count: failureCount, err: error }, `${name} failed`);
}
