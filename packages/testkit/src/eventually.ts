import { setTimeout as delay } from "node:timers/promises";

const FIRST_PAUSE_MS = 15;
/** A wait of a minute for something that costs a request and a query would otherwise keep a core busy. */
const PAUSE_GROWTH = 1.1;
const PAUSE_MS_MAX = 150;
/** Far longer than needed on an idle machine, because tests also run on machines under heavy load. */
const DEFAULT_TIMEOUT_MS = 120_000;

/**
 * Calls `probe` until it neither throws nor returns `undefined` or `false`, and returns its result. After `timeoutMs` (two
 * minutes by default) it throws the last error. It is for facts without a notification, such as rows in a table.
 */
export async function eventually<T>(
  probe: () => T | Promise<T>,
  { timeoutMs = DEFAULT_TIMEOUT_MS }: { timeoutMs?: number } = {},
): Promise<Exclude<T, undefined | false>> {
  const deadline = Date.now() + timeoutMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * PAUSE_GROWTH, PAUSE_MS_MAX)) {
    let reason: unknown;
    try {
      const answer = await probe();
      if (answer !== undefined && answer !== false) return answer as Exclude<T, undefined | false>;
    } catch (error) {
      reason = error;
    }
    if (Date.now() >= deadline) throw reason ?? new Error(`The condition was not met within ${timeoutMs} ms.`);
    await delay(pauseMs);
  }
}
