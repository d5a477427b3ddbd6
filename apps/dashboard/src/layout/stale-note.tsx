import { ApiError } from "@skucast/client/api/api-error";
import { onlineManager, type QueryCache, useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { Button } from "../components/button.js";
import { RelativeTime } from "../components/relative-time.js";
import { type LiveState, useLive } from "../live/live.js";
import { useIsSignedOut } from "../session/session.js";
import { texts } from "../texts/first-view.js";

const { stale } = texts.frame;

/** Says that the page may be out of date, since when, and offers to refetch; nothing while the data is current. */
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
  const isSignedOut = useIsSignedOut();
  const sinceMs = useSyncExternalStore(subscribe, () => staleSince(cache, live));
  return (
    <div role="status" className="floating">
      {sinceMs !== null && !isSignedOut && (
        <div className="note warn">
          {onlineManager.isOnline() ? (live === "lost" ? stale.notTold : stale.sentence) : stale.offline}{" "}
          <RelativeTime at={new Date(sinceMs).toISOString()} />
          {texts.general.fullStop}{" "}
          <Button kind="quiet" onClick={() => void client.refetchQueries({ type: "active" })}>
            {texts.general.tryAgain}
          </Button>
        </div>
      )}
    </div>
  );
}

/** When the oldest of the displayed data that may be out of date was fetched; null when everything is current. */
function staleSince(cache: QueryCache, live: LiveState): number | null {
  const shown = cache.getAll().filter((query) => query.isActive() && query.state.data !== undefined);
  const isCutOff = live === "lost" || !onlineManager.isOnline();
  // A rejected request was answered: a session that has ended, for example, has its own note.
  const isUnanswered = (reason: unknown) =>
    !(reason instanceof ApiError) || reason.status === 0 || reason.status >= 500;
  const late = shown.filter(
    ({ state }) => isCutOff || (state.fetchFailureCount > 0 && isUnanswered(state.fetchFailureReason)),
  );
  return late.length === 0 ? null : Math.min(...late.map(({ state }) => state.dataUpdatedAt));
}
