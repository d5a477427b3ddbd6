import { useEffect, useRef } from "react";

/**
 * A session works in one workspace, in all tabs. When it has moved to another one elsewhere, what this tab shows is of a
 * workspace that it can no longer change: the page is loaded anew, at its beginning.
 */
export function useReloadOnWorkspaceSwitch(workspaceId: string | undefined): void {
  const first = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (workspaceId === undefined) return;
    first.current ??= workspaceId;
    if (first.current !== workspaceId) window.location.assign("/");
  }, [workspaceId]);
}
