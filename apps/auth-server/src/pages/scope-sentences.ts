import type { Scope } from "@skucast/contracts/scopes";

/** What each scope allows an app to do, in plain words. */
export const SCOPE_SENTENCES = {
  "products:read": "View your products",
  "products:write": "Create, change and delete your products",
  "channels:read": "View your channels and the issues of their products",
  "channels:write": "Create, change and delete your channels, including what they publish",
  "feeds:read": "View your feeds, their files and their destinations",
  "feeds:write": "Create, change, run and delete feeds, including their destinations",
  "webhooks:read": "View your webhook endpoints, events with their product data, and deliveries",
  "webhooks:write": "Create, change and delete webhook endpoints, which receive your data",
} satisfies Record<Scope, string>;
