import { type DestinationValues, valuesOf } from "./destination-body.js";

const storageKey = (workspaceId: string) => `skucast.new-destination.${workspaceId}`;

/** What was typed of a destination that is not there yet, kept by this tab: whoever leaves goes on with it. */
export const readDraft = (workspaceId: string): DestinationValues => ({
  ...valuesOf(undefined),
  ...JSON.parse(sessionStorage.getItem(storageKey(workspaceId)) ?? "{}"),
});

/** Its first step: a password is never kept in the browser. */
export function saveDraft(workspaceId: string, { password: _, ...typed }: DestinationValues): void {
  sessionStorage.setItem(storageKey(workspaceId), JSON.stringify(typed));
}

export function deleteDraft(workspaceId: string): void {
  sessionStorage.removeItem(storageKey(workspaceId));
}
