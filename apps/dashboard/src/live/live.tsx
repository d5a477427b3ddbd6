import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { api } from "../api/client.js";
import { wasReadEarly } from "../api/early-requests.js";
import { followChanges } from "./follow-changes.js";
import { dependsOn } from "./query-dependencies.js";
import { throttleByKind } from "./throttle-by-kind.js";

/** Whether change events arrive. `connecting` before the first connection and for a few seconds after a loss. */
export type LiveState = "live" | "connecting" | "lost";

/** Shorter interruptions are not reported. */
const LOST_AFTER_MS = 5_000;

const LiveContext = createContext<LiveState>("connecting");

export const useLive = (): LiveState => useContext(LiveContext);

/** Refetches displayed data when the service reports a change of it. */
export function Live({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient();
  const [state, setState] = useState<LiveState>("connecting");
  useEffect(() => {
    let isFirst = true;
    let missing: number | undefined;
    const pace = throttleByKind((kind) => {
      void client.invalidateQueries({ predicate: ({ queryKey }) => dependsOn(queryKey[0], kind) });
    });
    const stop = followChanges({
      url: api.urlOf("watchChanges"),
      onChanged: pace.note,
      onConnected: () => {
        clearTimeout(missing);
        missing = undefined;
        setState("live");
        // Changes during an interruption were not reported, nor those between an early request and now.
        void client.invalidateQueries(isFirst ? { predicate: ({ queryKey }) => wasReadEarly(queryKey[0]) } : {});
        isFirst = false;
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
