import type { ChangeHints } from "@skucast/app-kit/live/change-hints";
import { kindOfEvent } from "@skucast/contracts/live/change-kinds";
import type { SentEvent } from "@skucast/events/sent-event";

/** Sends hints about the objects of published events to open pages. */
export const hintChangesOfEvents =
  (hints: Pick<ChangeHints, "note">) =>
  (events: readonly SentEvent[]): void => {
    for (const { workspaceId, type } of events) {
      const kind = kindOfEvent(type);
      if (kind !== undefined) hints.note(workspaceId, kind);
    }
  };
