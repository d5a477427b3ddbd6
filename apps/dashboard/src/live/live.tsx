import { CHANGED_WITHIN_MS_MAX } from "@skucast/contracts/live/change-kinds";
import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { api } from "../api/client.js";
import { forgetEarlyRequests } from "../api/early-requests.js";
import { followChanges } from "./follow-changes.js";
import { dependsOn } from "./query-dependencies.js";
import { throttleByKind } from "./throttle-by-kind.js";

/** Whether change events arrive. `connecting` before the first connection and for a few seconds after a loss. */
export type LiveState = "live" | "connecting" | "lost";

/** Shorter interruptions are not reported. */
const LOST_AFTER_MS = 5_000;

/** The service counts back from the time at which the request reaches it, so this time is added to the age of the page. */
const CONNECTING_MS_MAX = 10_000;

const LiveContext = createContext<LiveState>("connecting");

export const useLive = (): LiveState => useContext(LiveContext);

/** Refetches displayed data when the service reports a change of it. */
export function Live({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient();
  const [state, setState] = useState<LiveState>("connecting");
  useEffect(() => {
    let isFirst = true;
    let openedAtMs = 0;
    /** Whether changes before the stream was ready may be missing from the page. */
    let isGapUnreported = false;
    let missing: number | undefined;
    const pace = throttleByKind((kind) => {
      void client.invalidateQueries({ predicate: ({ queryKey }) => dependsOn(queryKey[0], kind) });
    });
    const stop = followChanges({
      urlOf: () => {
        openedAtMs = performance.now();
        const withinMs = Math.ceil(openedAtMs) + CONNECTING_MS_MAX;
        isGapUnreported = !isFirst || withinMs > CHANGED_WITHIN_MS_MAX;
        return api.urlOf("watchChanges", { query: isGapUnreported ? {} : { changed_within_ms: withinMs } });
      },
      onChanged: (kinds) => {
        forgetEarlyRequests();
        pace.note(kinds);
      },
      onConnected: () => {
        clearTimeout(missing);
        missing = undefined;
        setState("live");
        isFirst = false;
        if (isGapUnreported || performance.now() - openedAtMs > CONNECTING_MS_MAX) void client.invalidateQueries();
      },
      onLost: () => {
        missing ??= setTimeout(() => setState("lost"), LOST_AFTER_MS);
        setState((known) => (known === "lost" ? known : "connecting"));
        // The session may have ended. If so, this redirects to sign-in.
        void client.invalidateQueries({ queryKey: ["getMe"] });
      },
    });
    return () => {
      clearTimeout(missing);
      stop();
      pace.stop();
    };
  }, [client]);
  return <LiveContext value={state}>{children}</LiveContext>;
}
