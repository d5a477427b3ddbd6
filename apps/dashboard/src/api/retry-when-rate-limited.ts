import { ApiError } from "@skucast/client/api/api-error";

const ATTEMPTS_MAX = 20;
const WAIT_SECONDS = 5;

/** Calls, and retries after the time that the service asks for while it answers `rate_limited`. */
export async function retryWhenRateLimited<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      const isRateLimited = error instanceof ApiError && error.code === "rate_limited";
      if (!isRateLimited || tries === ATTEMPTS_MAX) throw error;
      const seconds = error.retryAfterSeconds ?? WAIT_SECONDS;
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    }
  }
}
