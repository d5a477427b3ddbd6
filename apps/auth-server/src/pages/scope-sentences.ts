import type { Scope } from "@skucast/contracts/scopes";

/** What a scope lets an app do, in plain words. */
export const SCOPE_SENTENCES = {
  "products:read": "See your products",
  "products:write": "Create, change and delete your products",
  "channels:read": "See your channels and what is wrong with the products in them",
  "channels:write": "Create, change and delete your channels, also what they publish",
  "feeds:read": "See your feeds, their files and the places they are sent to",
  "feeds:write": "Create, change, run and delete feeds, also where their files are sent",
  "webhooks:read": "See your webhook endpoints, events with the products they are about, and what was sent",
  "webhooks:write": "Create, change and delete webhook endpoints, which receive your data",
} satisfies Record<Scope, string>;
