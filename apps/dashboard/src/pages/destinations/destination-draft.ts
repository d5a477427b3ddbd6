import { type DestinationValues, valuesOf } from "./destination-body.js";

const storageKey = (workspaceId: string) => `skucast.new-destination.${workspaceId}`;

/** The draft of a new destination, stored in sessionStorage so that it survives leaving the page. */
export const readDraft = (workspaceId: string): DestinationValues => ({
  ...valuesOf(undefined),
  ...JSON.parse(sessionStorage.getItem(storageKey(workspaceId)) ?? "{}"),
});

/** Stores everything except the password. */
export function saveDraft(workspaceId: string, { password: _, ...typed }: DestinationValues): void {
  sessionStorage.setItem(storageKey(workspaceId), JSON.stringify(typed));
}

export function deleteDraft(workspaceId: string): void {
  sessionStorage.removeItem(storageKey(workspaceId));
}
