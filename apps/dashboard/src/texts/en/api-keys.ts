export const apiKeys = {
  title: "API keys",
  tabs: { label: "Ways in", keys: "API keys", apps: "Connected apps" },
  lead: "A key lets a program do everything in this workspace. Make one for each program, so that each can be deleted alone.",
  newKey: "New key",
  listCaption: "API keys of this workspace",
  columns: { name: "Name", key: "Key", created: "Created", lastUsed: "Last used", status: "Status", act: "Actions" },
  statuses: { active: "active", revoked: "deleted" },
  showDeleted: "Show deleted keys",
  neverUsed: "never used",
  delete: "Delete",
  deleteNamed: (name: string) => `Delete ${name}`,
  create: {
    title: "New key",
    lead: "Name it after the program that will use it. The name is shown in lists and in the audit log.",
    name: "Name",
    nameExample: "Nightly import",
    act: "Create key",
  },
  secret: {
    title: (name: string) => `Key ${name}`,
    lead: "This is the only time that the secret is shown. Store it where the program finds it, never in a web page or an app. If it gets lost, make a new key and delete this one.",
    label: "Secret",
    how: "Send it with every request:",
  },
  remove: {
    title: (name: string) => `Delete the key ${name}?`,
    effect:
      "Within seconds every request with it is refused, everywhere and for good. Products, feeds and webhooks stay as they are.",
    lastUsed: "It was last used",
    unused: "It has never been used.",
    act: "Delete key",
    done: (name: string) => `The key ${name} is deleted.`,
  },
  empty: {
    title: "No key yet",
    sentence:
      "With a key your shop's system, a script or a partner's program can send products and read what became of them over the REST API.",
  },
  onlyManagers: "Keys belong to the whole workspace. Owners and admins make and delete them; your role does not.",
  apps: {
    title: "Connected apps",
    lead: "AI clients and other apps that a person has allowed to act for them here. Trust the address, not the name: an app calls itself what it likes.",
    caption: "Connected apps",
    columns: {
      app: "App",
      person: "Acts for",
      scopes: "May",
      connected: "Connected",
      lastUsed: "Last used",
      act: "Actions",
    },
    revoke: "Disconnect",
    revokeNamed: (name: string) => `Disconnect ${name}`,
    remove: {
      title: (name: string) => `Disconnect ${name}?`,
      effect:
        "Its access and refresh tokens stop working within seconds, and its open connections are closed. To come back it has to ask again. What it has changed stays.",
      act: "Disconnect",
      done: (name: string) => `${name} is disconnected.`,
    },
    empty: {
      title: "No app is connected",
      sentence: "Give an AI client the address below; it opens a page here where you choose what it may do.",
    },
    address: "Address for AI clients",
  },
} as const;
