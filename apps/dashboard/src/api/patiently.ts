import { ApiError } from "@skucast/client/api/api-error";

const WAIT_SECONDS = 5;

/** Calls, and calls again for as long as the service says that it has been asked too often. */
export async function patiently<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "rate_limited")) throw error;
      const seconds = error.retryAfterSeconds ?? WAIT_SECONDS;
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    }
  }
}
