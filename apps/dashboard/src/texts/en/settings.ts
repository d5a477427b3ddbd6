export const settings = {
  title: "Settings",
  lead: "Settings for the whole workspace.",
  workspace: {
    title: "Workspace",
    name: "Name",
    nameHint: "Members and invited people see this name. Programs use the workspace ID.",
    onlyManagers: "Only owners and admins can change the name.",
    save: "Save name",
    saved: "Workspace renamed.",
  },
  facts: { title: "Identifiers", id: "Workspace ID", created: "Created" },
  directory: {
    title: "Public directory",
    lead: "Anyone can search the products of these channels at this URL, without signing in. Publish or remove a channel on its page.",
    none: "No channel is in the directory, so nothing in this workspace is public.",
    notActive: "Not active, so its products are not shown",
  },
  retention: {
    title: "Retention",
    lead: "Products and settings are kept until you delete them. The operator of the service decides how long history is kept.",
    history: "Events, deliveries and attempts",
    runs: "Runs with their counts and issues",
    files: "Files per feed",
    days: (days: string) => `${days} days`,
    fileCount: (count: string) => `Last ${count} runs`,
  },
} as const;
