import type { SavedView } from "@skucast/contracts/saved-views/saved-view";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { callRoute } from "../../api/client.js";
import { readStored, writeStored } from "../../components/stored-value.js";
import { type FormerView, missingViews, parseViews } from "./stored-views.js";

/** Moves the views that an earlier version kept in this browser to the account, once. `saved` is undefined until it is read. */
export function useFormerViews(workspaceId: string, saved: readonly SavedView[] | undefined): void {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the views of the account are known.
  useEffect(() => {
    if (saved === undefined) return;
    const stored = `views-${workspaceId}`;
    const former = readStored(stored, parseViews) ?? [];
    if (former.length === 0) return;
    void moveViews(former, saved).then(
      () => {
        writeStored(stored, undefined);
        return client.invalidateQueries({ queryKey: ["listSavedViews"] });
      },
      // They stay in the browser until the next visit.
      () => undefined,
    );
  }, [workspaceId, saved === undefined]);
}

async function moveViews(former: readonly FormerView[], saved: readonly SavedView[]): Promise<void> {
  for (const { name, filter, columns } of missingViews(former, saved)) {
    await callRoute("saveView", { body: { list: "products", name, filter, columns: [...columns] } });
  }
}
