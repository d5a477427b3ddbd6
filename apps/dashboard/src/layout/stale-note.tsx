import { onlineManager, type QueryCache, useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { Button } from "../components/button.js";
import { RelativeTime } from "../components/relative-time.js";
import { type LiveState, useLive } from "../live/live.js";
import { texts } from "../texts/texts.js";

const { stale } = texts.frame;

/** Says that what is shown is not what is there now, since when, and isConfirming again on demand; nothing while all is well. */
export function StaleNote() {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = [cache.subscribe(listener), onlineManager.subscribe(listener)];
      return () => {
        for (const end of ends) end();
      };
    },
    [cache],
  );
  const live = useLive();
  const sinceMs = useSyncExternalStore(subscribe, () => staleSince(cache, live));
  return (
    <div role="status" className="floating">
      {sinceMs !== null && (
        <div className="note warn">
          {live === "lost" ? stale.notTold : stale.sentence} <RelativeTime at={new Date(sinceMs).toISOString()} />.{" "}
          <Button kind="quiet" onClick={() => void client.refetchQueries({ type: "active" })}>
            {texts.general.tryAgain}
          </Button>
        </div>
      )}
    </div>
  );
}

/** When the oldest of what is shown and may have changed unnoticed was read; null when nothing may. */
function staleSince(cache: QueryCache, live: LiveState): number | null {
  const shown = cache.getAll().filter((query) => query.isActive() && query.state.data !== undefined);
  const isCutOff = live === "lost" || !onlineManager.isOnline();
  const late = shown.filter(({ state }) => isCutOff || state.fetchFailureCount > 0);
  return late.length === 0 ? null : Math.min(...late.map(({ state }) => state.dataUpdatedAt));
}
