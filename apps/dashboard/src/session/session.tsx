import type { Me } from "@skucast/contracts/workspaces/routes";
import { createContext, type ReactNode, useContext } from "react";
import { useRead } from "../api/use-read.js";
import { ProblemNote } from "../parts/problem-note.js";
import { Waiting } from "../parts/waiting.js";
import { NoWorkspace } from "./no-workspace.js";
import { useOneWorkspace } from "./use-one-workspace.js";

const SessionContext = createContext<Me | null>(null);

/** Who is signed in, in which workspace, and what they may do there. */
export function useSession(): Me {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("useSession is for what stands inside <Session>");
  return session;
}

/** Shows what is inside once it is known who is signed in. */
export function Session({ children }: { readonly children: ReactNode }) {
  const me = useRead("getMe", {}, { isAskedOnReturn: true });
  useOneWorkspace(me.data?.workspace.id);
  if (me.data) return <SessionContext value={me.data}>{children}</SessionContext>;
  if (!me.error) return <Waiting />;
  // While the browser leaves for the sign-in page.
  if ("status" in me.error && me.error.status === 401) return <Waiting />;
  if ("status" in me.error && me.error.status === 403) return <NoWorkspace />;
  return <ProblemNote error={me.error} onRetry={() => void me.refetch()} />;
}
