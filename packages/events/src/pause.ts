import { delay } from "@skucast/service-kit/clock";

/** Waits and returns true; returns false as soon as the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return delay(ms, signal).then(
    () => true,
    () => false,
  );
}

/** Waits for the work for at most `timeoutMs`; returns false on a timeout. Rejects if the work does. */
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

/** Waits for the work; rejects with the signal's reason if the signal aborts first. */
export async function withinSignal(signal: AbortSignal | undefined, work: Promise<unknown>): Promise<void> {
  if (signal === undefined) return void (await work);
  await Promise.race([work, aborted(signal).then(() => Promise.reject(signal.reason))]);
}
