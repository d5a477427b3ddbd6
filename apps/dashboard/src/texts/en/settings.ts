export const settings = {
  title: "Settings",
  lead: "Settings of the whole workspace.",
  workspace: {
    title: "Workspace",
    name: "Name",
    nameHint: "Shown to members and invited people. Programs identify the workspace by its ID.",
    onlyManagers: "Only owners and admins can change the name.",
    save: "Save name",
    saved: "Workspace renamed.",
  },
  facts: { title: "Identifiers", id: "Workspace ID", created: "Created" },
  directory: {
    title: "Public directory",
    lead: "Anyone can search the products of these channels at this URL, without signing in. Publish or remove a channel on its page.",
    none: "No channel is in the directory. Nothing of this workspace is public.",
    notActive: "not active, so its products are not shown",
  },
  retention: {
    title: "Retention",
    lead: "Products and settings are kept until someone deletes them. The operator of the service decides how long history is kept.",
    history: "Events, deliveries and attempts",
    runs: "Runs, their counts and issues",
    files: "Files of each feed",
    days: (days: string) => `${days} days`,
    fileCount: (count: string) => `of its last ${count} runs`,
  },
} as const;
