import { ApiError } from "@skucast/client/api/api-error";
import type { Me } from "@skucast/contracts/workspaces/routes";
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { useApiQuery } from "../api/use-api-query.js";
import { ErrorNote } from "../components/error-note.js";
import { DirtyForms } from "../forms/dirty-forms.js";
import { Shell } from "../layout/shell.js";
import { NoWorkspace } from "./no-workspace.js";
import { SecondFactorNeeded } from "./second-factor-needed.js";
import { SingleSignOnNeeded } from "./single-sign-on-needed.js";
import { useOwnLanguage } from "./use-own-language.js";
import { useReloadOnWorkspaceSwitch } from "./use-reload-on-workspace-switch.js";

const SessionContext = createContext<Me | null>(null);

/** The signed-in user, their workspace and their permissions. */
export function useSession(): Me {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("useSession must be called inside <Session>");
  return session;
}

const SignedOutContext = createContext(false);

/** Whether the session has ended while the page stays open because of unsaved changes. */
export const useIsSignedOut = (): boolean => useContext(SignedOutContext);

/** Loads the session before its children. Redirects to sign-in when the session has ended. */
export function Session({ children }: { readonly children: ReactNode }) {
  const me = useApiQuery("getMe", {}, { isRefetchedOnReturn: true });
  useReloadOnWorkspaceSwitch(me.data?.workspace.id);
  useOwnLanguage(me.data);
  const status = me.error && "status" in me.error ? me.error.status : null;
  const dirtyForms = useRef(new Map<symbol, () => void>()).current;
  const isSignedOut = useRedirectToSignIn(status === 401, me.errorUpdatedAt, dirtyForms);
  if (me.data)
    return (
      <SessionContext value={me.data}>
        <SignedOutContext value={isSignedOut}>
          <DirtyForms value={dirtyForms}>{children}</DirtyForms>
        </SignedOutContext>
      </SessionContext>
    );
  // An error 401 is shown as loading while the browser goes to the sign-in page.
  if (!me.error || status === 401) return <Shell />;
  if (me.error instanceof ApiError && me.error.code === "second_factor_required") return <SecondFactorNeeded />;
  if (me.error instanceof ApiError && me.error.code === "single_sign_on_required") return <SingleSignOnNeeded />;
  if (status === 403) return <NoWorkspace />;
  return <ErrorNote error={me.error} onRetry={() => void me.refetch()} />;
}

/** Redirects to sign-in when the session has ended. With unsaved changes, it stays on the page and returns true. */
function useRedirectToSignIn(
  hasEnded: boolean,
  errorUpdatedAtMs: number,
  dirtyForms: ReadonlyMap<symbol, unknown>,
): boolean {
  const [hasUnsavedChanges, setHasUnsavedChanges] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: errorUpdatedAtMs repeats the decision for each new error.
  useEffect(() => {
    const isDirty = dirtyForms.size > 0;
    setHasUnsavedChanges(hasEnded && isDirty);
    if (hasEnded && !isDirty) redirectToSignIn();
  }, [hasEnded, errorUpdatedAtMs, dirtyForms]);
  return hasUnsavedChanges;
}

/** Redirects to the sign-in page, which returns to the current URL. */
function redirectToSignIn(): void {
  const { pathname, search } = window.location;
  window.location.assign(`/sign-in?return_to=${encodeURIComponent(pathname + search)}`);
}
