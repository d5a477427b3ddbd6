import { countText } from "../format.js";
import { general } from "./general.js";

export const apiKeys = {
  title: "API keys",
  tabs: { label: "Access", keys: "API keys", apps: "Connected apps" },
  lead: "An API key gives a program access to this workspace. Create one key per program, with only the permissions that it needs. Then you can delete each key without affecting the others.",
  newKey: "Create API key",
  listCaption: "API keys of this workspace",
  columns: {
    name: "Name",
    key: "Key",
    access: "Access",
    expires: "Expires",
    created: "Created",
    lastUsed: "Last used",
    status: "Status",
    act: "Actions",
  },
  statuses: { active: "Active", expired: "Expired", revoked: "Deleted" },
  showDeleted: "Show deleted and expired keys",
  neverUsed: "Never used",
  delete: "Delete",
  deleteNamed: (name: string) => `Delete ${name}`,
  create: {
    title: "Create API key",
    lead: "Name the key after the program that will use it. Lists and the audit log show the name.",
    name: "Name",
    nameExample: "Nightly import",
    act: "Create key",
  },
  limits: {
    access: "Access",
    accesses: { everything: "Full access", read: "Read only", chosen: "Selected permissions" },
    permissions: "Permissions",
    sentences: {
      "products:read": "Read products",
      "products:write": "Create, change and delete products",
      "channels:read": "Read channels and their issues",
      "channels:write": "Create, change and delete channels",
      "feeds:read": "Read feeds, runs and destinations",
      "feeds:write": "Create, change, run and delete feeds and destinations",
      "webhooks:read": "Read webhook endpoints, events and deliveries",
      "webhooks:write": "Create, change and delete webhook endpoints",
      "workspace:manage": "Manage API keys, connected apps and members",
    },
    expires: "Expires",
    expiresHint: "The key stops working at this time. Replace it before then.",
    never: "Never",
    inDays: (days: number) => (days === 365 ? "In 1 year" : `In ${countText(days, general.nouns.day)}`),
    channels: "Only these channels",
    channelsHint:
      "If you select channels, the key can access only these channels, their feeds and their products, and it cannot manage the workspace. If you select none, the key works for the whole workspace.",
    inChannels: (count: number) => `in ${countText(count, general.nouns.channel)}`,
  },
  secret: {
    title: (name: string) => `API key ${name}`,
    lead: "The secret is shown only once. Store it where the program can read it, never in a web page or mobile app. If you lose it, create a new key and delete this one.",
    label: "Secret",
    how: "Send it in the header of every request:",
  },
  remove: {
    title: (name: string) => `Delete the key ${name}?`,
    effect:
      "Programs that use this key lose access within seconds. You cannot undo this. Products, feeds and webhooks do not change.",
    lastUsed: "Last used",
    unused: "Never used.",
    act: "Delete key",
    done: (name: string) => `Key ${name} deleted.`,
  },
  empty: {
    title: "No API keys yet",
    sentence:
      "Create a key so that your shop's system, a script or a partner's program can send products and read their status over the REST API.",
  },
  onlyManagers: "API keys are for the whole workspace. Only owners and admins can create and delete them.",
  apps: {
    title: "Connected apps",
    lead: "AI clients and other apps that members have allowed to act for them in this workspace. Check the host, because an app can choose any name.",
    caption: "Connected apps",
    columns: {
      app: "App",
      person: "Acts for",
      scopes: "Permissions",
      connected: "Connected",
      lastUsed: "Last used",
      act: "Actions",
    },
    revoke: "Disconnect",
    revokeNamed: (name: string) => `Disconnect ${name}`,
    remove: {
      title: (name: string) => `Disconnect ${name}?`,
      effect:
        "The app loses access within seconds, and its open connections are closed. To use it again, you have to connect it again. Changes that it made are kept.",
      act: "Disconnect app",
      done: (name: string) => `${name} disconnected.`,
    },
    empty: {
      title: "No connected apps yet",
      sentence: "To connect an AI client, enter the URL below in it. It opens a page where you choose what it may do.",
    },
    address: "URL for AI clients",
  },
} as const;
