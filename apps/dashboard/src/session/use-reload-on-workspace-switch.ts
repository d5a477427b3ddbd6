import { useEffect, useRef } from "react";

/**
 * A session has one current workspace in all tabs. When another tab has switched it, this tab still shows the previous
 * workspace, so it reloads at Home.
 */
export function useReloadOnWorkspaceSwitch(workspaceId: string | undefined): void {
  const first = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (workspaceId === undefined) return;
    first.current ??= workspaceId;
    if (first.current !== workspaceId) window.location.assign("/");
  }, [workspaceId]);
}
