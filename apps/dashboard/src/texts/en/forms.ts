/** What forms say about changes that are not saved. */
export const forms = {
  unsaved: "Unsaved changes",
  discardAll: "Discard changes",
  reset: {
    title: "Discard your changes?",
    effect: "What you typed on this page is not saved.",
    act: "Discard changes",
    stay: "Keep editing",
  },
  restored: "What you typed before is here again. It is not saved yet.",
  discard: "Discard my changes",
  conflictTitle: "Someone else has changed the same fields.",
  conflictLead: "All other changes are merged. Choose which values to keep, then save.",
  yours: "Yours",
  theirs: "Saved by someone else",
  keepYours: "Keep yours",
  takeTheirs: "Use the other",
  keepYoursOf: (field: string) => `Keep yours: ${field}`,
  takeTheirsOf: (field: string) => `Use the other: ${field}`,
  empty: "(empty)",
} as const;
