/** The source of the time, which tests can replace. */
export interface Clock {
  now(): Date;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date() };

/** The longest delay of a timer (2^31 − 1 ms, about 24.8 days). */
const TIMER_MS_MAX = 2 ** 31 - 1;

/** Waits `ms` milliseconds (at most 24.8 days); rejects with the signal's reason as soon as it aborts. */
export function delay(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener("abort", onAbort);
        resolve();
      },
      Math.min(Math.max(ms, 0), TIMER_MS_MAX),
    );
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}
