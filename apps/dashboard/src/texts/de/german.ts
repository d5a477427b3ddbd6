import type { Texts } from "../worded.js";
import { aiClients } from "./ai-clients.js";
import { apiKeys } from "./api-keys.js";
import { auditLog } from "./audit-log.js";
import { channelProfiles } from "./channel-profiles.js";
import { channels } from "./channels.js";
import { destinations } from "./destinations.js";
import { feeds } from "./feeds.js";
import { firstView } from "./first-view.js";
import { forms } from "./forms.js";
import { imports } from "./imports.js";
import { lookupTables } from "./lookup-tables.js";
import { members } from "./members.js";
import { productPages } from "./product-pages.js";
import { rules } from "./rules.js";
import { runs } from "./runs.js";
import { schedules } from "./schedules.js";
import { settings } from "./settings.js";
import { sources } from "./sources.js";
import { webhooks } from "./webhooks.js";

/** The German texts, which say "Sie" and use the terms of German shop software. */
export const german: Texts = {
  ...firstView,
  aiClients,
  apiKeys,
  auditLog,
  channelProfiles,
  channels,
  destinations,
  feeds,
  forms,
  imports,
  lookupTables,
  members,
  productPages,
  rules,
  runs,
  schedules,
  settings,
  sources,
  webhooks,
};
