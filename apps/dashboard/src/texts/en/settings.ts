export const settings = {
  title: "Settings",
  lead: "What holds for the whole workspace.",
  workspace: {
    title: "Workspace",
    name: "Name",
    nameHint: "Shown to its members, and to people who are invited. Programs know the workspace by its id.",
    onlyManagers: "Owners and admins change it; your role does not.",
    save: "Save the name",
    saved: "The workspace is renamed.",
  },
  facts: { title: "What programs know it by", id: "Workspace id", created: "Created" },
  directory: {
    title: "Public directory",
    lead: "Products of these channels can be searched by everybody, without signing in, at this address. Each channel's own page has the switch.",
    none: "No channel is in it: nobody outside sees anything of this workspace.",
    notActive: "not active: its products are not shown",
  },
  retention: {
    title: "How long things are kept",
    lead: "Products and settings stay until someone deletes them. What happened is kept for a time that whoever runs the service decides.",
    history: "Events, deliveries and their attempts",
    runs: "Runs with their counts and issues",
    files: "Files of each feed",
    days: (days: string) => `${days} days`,
    fileCount: (count: string) => `of its last ${count} runs`,
  },
} as const;
