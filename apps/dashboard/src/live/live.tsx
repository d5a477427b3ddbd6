import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { api } from "../api/client.js";
import { followChanges } from "./follow-changes.js";
import { dependsOn } from "./query-dependencies.js";
import { throttleByKind } from "./throttle-by-kind.js";

/** Whether changes are told just now; `connecting` until it has been tried for a while, and while nobody looks. */
export type LiveState = "live" | "connecting" | "lost";

/** A connection that comes back within this was never missed. */
const MISSED_AFTER_MS = 5_000;

const LiveContext = createContext<LiveState>("connecting");

export const useLive = (): LiveState => useContext(LiveContext);

/** Keeps what is inside up to date: whatever is shown is asked again when the service says that it has changed. */
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
        // What happened in between was told to nobody.
        if (!isFirst) void client.invalidateQueries();
        isFirst = false;
      },
      onLost: () => {
        missing ??= setTimeout(() => setState("lost"), MISSED_AFTER_MS);
        setState((known) => (known === "lost" ? known : "connecting"));
        // Perhaps the session has ended: then this leads to signing in.
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
