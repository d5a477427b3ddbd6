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

/**
 * The Spanish texts. They say "tú" and avoid regional words, like Shopify and Stripe.
 *
 * Terms: product producto, channel canal, feed feed, run ejecución, held retenida, release liberar, discard descartar,
 * guard protección, source fuente, import importación, webhook webhook, endpoint punto de conexión, delivery entrega,
 * attempt intento, recovery recuperación, replay reenvío, destination destino, pull credential credencial de descarga,
 * rule regla, override valor específico del canal, lookup table tabla de correspondencias, issue problema, fault error,
 * workspace espacio de trabajo, stock existencias, delete eliminar, remove quitar, undo deshacer.
 */
export const spanish: Texts = {
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
