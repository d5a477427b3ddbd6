import { aiClients } from "./en/ai-clients.js";
import { apiKeys } from "./en/api-keys.js";
import { auditLog } from "./en/audit-log.js";
import { channels } from "./en/channels.js";
import { destinations } from "./en/destinations.js";
import { faults } from "./en/faults.js";
import { feeds } from "./en/feeds.js";
import { members as fieldMembers, fields } from "./en/fields.js";
import { frame } from "./en/frame.js";
import { general } from "./en/general.js";
import { home } from "./en/home.js";
import { imports } from "./en/imports.js";
import { members } from "./en/members.js";
import { problems } from "./en/problems.js";
import { products } from "./en/products.js";
import { rules } from "./en/rules.js";
import { runs } from "./en/runs.js";
import { schedules } from "./en/schedules.js";
import { session } from "./en/session.js";
import { settings } from "./en/settings.js";
import { sources } from "./en/sources.js";
import { webhooks } from "./en/webhooks.js";

/** All texts of the dashboard. Another language would be another folder with the same keys. */
export const texts = {
  aiClients,
  apiKeys,
  auditLog,
  channels,
  destinations,
  faults,
  feeds,
  fieldMembers,
  fields,
  frame,
  general,
  home,
  imports,
  members,
  problems,
  products,
  rules,
  runs,
  session,
  settings,
  schedules,
  sources,
  webhooks,
};
