import { ApiError } from "../api-client.js";

/** Handles the error of a poll: the work continues while the API is busy, so the next poll asks again. */
export function laterIfBusy(error: unknown): undefined {
  if (error instanceof ApiError && BUSY.has(error.status)) return undefined;
  throw error;
}

const BUSY: ReadonlySet<number> = new Set([429, 503]);
