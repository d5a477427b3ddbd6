import type { Me } from "@skucast/contracts/workspaces/routes";
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { useRead } from "../api/use-read.js";
import { TypedForms } from "../forms/typed-forms.js";
import { ProblemNote } from "../parts/problem-note.js";
import { Waiting } from "../parts/waiting.js";
import { goToSignIn } from "./go-to-sign-in.js";
import { NoWorkspace } from "./no-workspace.js";
import { useOneWorkspace } from "./use-one-workspace.js";

const SessionContext = createContext<Me | null>(null);

/** Who is signed in, in which workspace, and what they may do there. */
export function useSession(): Me {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("useSession is for what stands inside <Session>");
  return session;
}

const SignedOutContext = createContext(false);

/** Whether the session has ended while the page stays: something was typed there. */
export const useIsSignedOut = (): boolean => useContext(SignedOutContext);

/** Shows what is inside once it is known who is signed in. A session that has ended leads to signing in. */
export function Session({ children }: { readonly children: ReactNode }) {
  const me = useRead("getMe", {}, { isAskedOnReturn: true });
  useOneWorkspace(me.data?.workspace.id);
  const status = me.error && "status" in me.error ? me.error.status : null;
  const typedForms = useRef(new Set<symbol>()).current;
  const isSignedOut = useIsLeftSignedOut(status === 401, me.errorUpdatedAt, typedForms);
  if (me.data)
    return (
      <SessionContext value={me.data}>
        <SignedOutContext value={isSignedOut}>
          <TypedForms value={typedForms}>{children}</TypedForms>
        </SignedOutContext>
      </SessionContext>
    );
  // Also while the browser leaves for the sign-in page.
  if (!me.error || status === 401) return <Waiting />;
  if (status === 403) return <NoWorkspace />;
  return <ProblemNote error={me.error} onRetry={() => void me.refetch()} />;
}

/** Leaves for the sign-in page when the session has ended, unless something was typed: then the page stays, and this is true. */
function useIsLeftSignedOut(hasEnded: boolean, toldAtMs: number, typedForms: ReadonlySet<symbol>): boolean {
  const [isLeft, setIsLeft] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is decided anew each time that it is told.
  useEffect(() => {
    const isTyped = typedForms.size > 0;
    setIsLeft(hasEnded && isTyped);
    if (hasEnded && !isTyped) goToSignIn();
  }, [hasEnded, toldAtMs, typedForms]);
  return isLeft;
}
