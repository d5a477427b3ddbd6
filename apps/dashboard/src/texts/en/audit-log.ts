export const auditLog = {
  title: "Audit log",
  lead: "Who did what, from where. Nothing in it can be changed or deleted.",
  caption: "Acts, the newest first",
  columns: { at: "When", actor: "Who", action: "What", object: "On what", from: "From", more: "More" },
  action: "Act",
  since: "Since",
  actor: "Done by (id)",
  object: "Done to (id)",
  details: "Details",
  empty: { title: "Nothing was done that fits", sentence: "Take a filter away, or look further back." },
  onlyManagers: "Owners and admins read the audit log; your role does not.",
  detailsOf: (action: string) => `Details of ${action}`,
} as const;
