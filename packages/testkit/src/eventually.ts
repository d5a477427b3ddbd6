import { setTimeout as delay } from "node:timers/promises";

const PAUSE_MS = 15;
/** Far more than any fact takes on a quiet machine: tests also run on machines under heavy load. */
const DEFAULT_TIMEOUT_MS = 120_000;

/**
 * Calls `probe` until it neither throws nor answers `undefined` or `false`, and returns its answer. After `timeoutMs`
 * (two minutes by default) it throws the last reason. It is for facts that announce themselves nowhere, such as rows.
 */
export async function eventually<T>(
  probe: () => T | Promise<T>,
  { timeoutMs = DEFAULT_TIMEOUT_MS }: { timeoutMs?: number } = {},
): Promise<Exclude<T, undefined | false>> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    let reason: unknown;
    try {
      const answer = await probe();
      if (answer !== undefined && answer !== false) return answer as Exclude<T, undefined | false>;
    } catch (error) {
      reason = error;
    }
    if (Date.now() >= deadline) throw reason ?? new Error(`It did not come true within ${timeoutMs} ms.`);
    await delay(PAUSE_MS);
  }
}
