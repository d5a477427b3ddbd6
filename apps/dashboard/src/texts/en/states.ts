/** What the first view shows of other pages: states of things, and links. */
export const states = {
  counts: { published: "Published", pending: "In the next file", held: "Held", invalid: "With errors" },
  trend: {
    soon: "Counting starts within a minute.",
    firstDay: "First day",
    title: "Trend",
    summary: (name: string, first: string, last: string) => `${name} over the last days. ${first}, ${last}.`,
  },
  channel: { active: "Active", paused: "Paused", archived: "Archived" },
  health: {
    good: "No errors",
    invalid: (products: string) => `${products} with errors`,
    atLeast: (products: string) => `at least ${products}`,
    underWay: "Checking",
  },
  channelStopped: { paused: "None: its channel is paused", archived: "None: its channel is archived" },
  run: {
    queued: "Queued",
    generating: "Building files",
    held: "Held",
    delivering: "Delivering",
    succeeded: "Succeeded",
    succeeded_with_errors: "Succeeded with invalid rows",
    skipped: "No changes",
    failed: "Failed",
    cancelled: "Cancelled",
  },
  endpoint: { active: "Active", paused: "Paused", disabled: "Disabled" },
  failing: { status: "Failing", first: "first failed" },
  newImport: "Import file",
  deletion: { note: "This workspace will be deleted, so nothing in it can be changed.", review: "Review the deletion" },
} as const;
