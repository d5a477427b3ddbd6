import { aiClients } from "./ai-clients.js";
import { apiKeys } from "./api-keys.js";
import { auditLog } from "./audit-log.js";
import { channelProfiles } from "./channel-profiles.js";
import { channels } from "./channels.js";
import { destinations } from "./destinations.js";
import { faults } from "./faults.js";
import { feeds } from "./feeds.js";
import { members as fieldMembers, fields } from "./fields.js";
import { frame } from "./frame.js";
import { general } from "./general.js";
import { home } from "./home.js";
import { imports } from "./imports.js";
import { lookupTables } from "./lookup-tables.js";
import { members } from "./members.js";
import { problems } from "./problems.js";
import { products } from "./products.js";
import { rules } from "./rules.js";
import { runs } from "./runs.js";
import { schedules } from "./schedules.js";
import { session } from "./session.js";
import { settings } from "./settings.js";
import { sources } from "./sources.js";
import { webhooks } from "./webhooks.js";

/** The English texts. They define the keys and parameters of every language. */
export const english = {
  aiClients,
  apiKeys,
  auditLog,
  channelProfiles,
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
  lookupTables,
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
