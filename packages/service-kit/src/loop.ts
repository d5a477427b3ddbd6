import { backOff } from "./back-off.js";
import { type Clock, delay, systemClock } from "./clock.js";
import type { Logger } from "./logger.js";

/** What one run found: `more` asks for the next run at once; anything else waits. */
export type RunOutcome = "more" | "idle" | undefined;

export interface LoopOptions {
  name: string;
  /** Pause between the end of a run and the next. */
  intervalMs?: number;
  /** Asked after each run when the next is due, instead of `intervalMs`; undefined waits for `wake` alone. */
  next?: () => Date | undefined;
  /** One round of work. The signal aborts when the loop stops; a run that ends early because of it may reject. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a run that has nothing to say returns nothing
  run: (signal: AbortSignal) => Promise<RunOutcome | void>;
  logger: Logger;
  clock?: Clock;
  /** Told of each failed run instead of the log. */
  onError?: (error: unknown, failureCount: number) => void;
  /** Delay after failures in a row. Default: from 250 ms, doubling, up to 30 s. */
  retryMs?: (failureCount: number) => number;
  /** How the loop waits; for tests. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface Loop {
  /** The next run begins at once; one that is going on is followed by another. The pause after a failure is not cut short. */
  wake(): void;
  /** No further run begins; resolves when the one in hand has ended. May be called twice. */
  stop(): Promise<void>;
}

/** A wait is cut into pieces of this length, so that a due date holds even when the machine's clock is set. */
const WAIT_MS_MAX = 60_000;

/** A due time that is always past. */
const NOW = 0;

/**
 * Runs the work now and then periodically, never two runs at a time. A run that fails is told, and tried again with growing delays:
 * only `stop` ends the loop.
 */
export function startLoop(options: LoopOptions): Loop {
  const { clock = systemClock, wait = delay, retryMs = backOff({ baseMs: 250, maxMs: 30_000 }) } = options;
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
        tell(options, error, failureCount);
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
      if (isWoken) return; // aborting again makes an error with a stack each time
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

/** However little a run waits itself, requests and timers get their turn between two runs. */
function letOthersRun(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function dueAfter({ next, intervalMs = 1_000 }: LoopOptions, clock: Clock): number {
  if (next === undefined) return clock.now().getTime() + intervalMs;
  return next()?.getTime() ?? Number.POSITIVE_INFINITY;
}

function tell({ name, logger, onError }: LoopOptions, error: unknown, failureCount: number): void {
  if (onError) onError(error, failureCount);
  else logger.error({ event: "loop.failed", loop: name, failure_count: failureCount, err: error }, `${name} failed`);
}
