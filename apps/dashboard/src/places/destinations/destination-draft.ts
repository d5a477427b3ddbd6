import { type DestinationValues, valuesOf } from "./destination-body.js";

const keptAs = (workspaceId: string) => `skucast.new-destination.${workspaceId}`;

/** What was typed of a destination that is not there yet, kept by this tab: whoever leaves goes on with it. */
export const readDraft = (workspaceId: string): DestinationValues => ({
  ...valuesOf(undefined),
  ...JSON.parse(sessionStorage.getItem(keptAs(workspaceId)) ?? "{}"),
});

/** Its first step: a password is never kept in the browser. */
export function keepDraft(workspaceId: string, { password: _, ...typed }: DestinationValues): void {
  sessionStorage.setItem(keptAs(workspaceId), JSON.stringify(typed));
}

export function dropDraft(workspaceId: string): void {
  sessionStorage.removeItem(keptAs(workspaceId));
}
