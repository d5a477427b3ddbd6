import type { SavedView } from "@skucast/contracts/saved-views/saved-view";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { readStored } from "../../components/stored-value.js";
import { importWhenReachable } from "../../import-when-reachable.js";

/** Moves the views that an earlier version kept in this browser to the account, once. `saved` is undefined until it is read. */
export function useFormerViews(workspaceId: string, saved: readonly SavedView[] | undefined): void {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the views of the account are known.
  useEffect(() => {
    const name = `views-${workspaceId}`;
    if (saved === undefined || !readStored(name, (stored) => stored)) return;
    void importWhenReachable(() => import("./move-views.js"))
      .then(({ moveViews }) => moveViews(name, saved))
      .then(
        () => client.invalidateQueries({ queryKey: ["listSavedViews"] }),
        // They stay in the browser until the next visit.
        () => undefined,
      );
  }, [workspaceId, saved === undefined]);
}
