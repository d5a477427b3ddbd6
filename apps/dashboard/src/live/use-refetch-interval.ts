import { useLive } from "./live.js";

/** Changes are told; this is for what the telling may have missed. */
const LIVE_MS_MIN = 30_000;

/** How soon is asked again for an answer that is not the last word. */
export const IN_PROGRESS_MS = 3_000;

/** How often something is asked again by itself: as often as wanted, and seldom while its changes are told. */
export function useRefetchInterval(intervalMs: number | false | undefined): number | false {
  const isLive = useLive() === "live";
  return intervalMs === undefined || intervalMs === false
    ? false
    : isLive
      ? Math.max(intervalMs, LIVE_MS_MIN)
      : intervalMs;
}
