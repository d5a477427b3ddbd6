import { delay } from "@skucast/service-kit/clock";

/** Waits; answers false as soon as the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return delay(ms, signal).then(
    () => true,
    () => false,
  );
}

/** Waits for the work at most so long: false when the time was up first. The work's rejection is passed on. */
export async function settledWithin(timeoutMs: number, work: Promise<unknown>): Promise<boolean> {
  const timer = new AbortController();
  try {
    return await Promise.race([work.then(() => true), pause(timeoutMs, timer.signal).then(() => false)]);
  } finally {
    timer.abort();
  }
}

/** Resolves when the signal aborts. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** Waits for the work until the signal aborts; then rejects with the signal's reason. */
export async function withinSignal(signal: AbortSignal | undefined, work: Promise<unknown>): Promise<void> {
  if (signal === undefined) return void (await work);
  await Promise.race([work, aborted(signal).then(() => Promise.reject(signal.reason))]);
}
