import { useLive } from "./live.js";

/** While change events arrive, refetching only covers events that were missed. */
const LIVE_MS_MIN = 30_000;

/** Refetch interval of an incomplete result. */
export const IN_PROGRESS_MS = 3_000;

/** The refetch interval: the requested one, or a long one while change events arrive. */
export function useRefetchInterval(intervalMs: number | false | undefined): number | false {
  const isLive = useLive() === "live";
  return intervalMs === undefined || intervalMs === false
    ? false
    : isLive
      ? Math.max(intervalMs, LIVE_MS_MIN)
      : intervalMs;
}
