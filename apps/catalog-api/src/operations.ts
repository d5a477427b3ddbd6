import type { Routes } from "@skucast/contracts/routes";
import type { HandlersOf } from "@skucast/http-kit/handler";
import type { ApiContext } from "./context.js";
import { apiKeyOperations } from "./operations/api-keys.js";
import { auditOperations } from "./operations/audit-log.js";
import { channelProfileOperations } from "./operations/channel-profiles.js";
import { channelOperations } from "./operations/channels.js";
import { connectedAppOperations } from "./operations/connected-apps.js";
import { deliveryOperations } from "./operations/deliveries.js";
import { destinationOperations } from "./operations/destinations.js";
import { domainOperations } from "./operations/domains.js";
import { eventOperations } from "./operations/events.js";
import { feedOperations } from "./operations/feeds.js";
import { importOperations } from "./operations/imports.js";
import { incidentOperations } from "./operations/incidents.js";
import { invitationOperations } from "./operations/invitations.js";
import { listingOperations } from "./operations/listings.js";
import { liveOperations } from "./operations/live.js";
import { lookupTableOperations } from "./operations/lookup-tables.js";
import { memberOperations } from "./operations/members.js";
import { notificationOperations } from "./operations/notifications.js";
import { productExportOperations } from "./operations/product-exports.js";
import { productOperations } from "./operations/products.js";
import { pullCredentialOperations } from "./operations/pull-credentials.js";
import { runOperations } from "./operations/runs.js";
import { savedViewOperations } from "./operations/saved-views.js";
import { singleSignOnOperations } from "./operations/single-sign-on.js";
import { sourceOperations } from "./operations/sources.js";
import { webhookEndpointOperations } from "./operations/webhook-endpoints.js";
import { workspaceTransferOperations } from "./operations/workspace-transfers.js";
import { workspaceOperations } from "./operations/workspaces.js";

/** The handler of each route in the contracts. A missing one is a compile error. */
export const operations = (ctx: ApiContext): HandlersOf<Routes> => ({
  ...productOperations(ctx),
  ...productExportOperations(ctx),
  ...importOperations(ctx),
  ...sourceOperations(ctx),
  ...channelOperations(ctx),
  ...channelProfileOperations(ctx),
  ...lookupTableOperations(ctx),
  ...listingOperations(ctx),
  ...feedOperations(ctx),
  ...runOperations(ctx),
  ...pullCredentialOperations(ctx),
  ...destinationOperations(ctx),
  ...webhookEndpointOperations(ctx),
  ...deliveryOperations(ctx),
  ...eventOperations(ctx),
  ...workspaceOperations(ctx),
  ...workspaceTransferOperations(ctx),
  ...notificationOperations(ctx),
  ...savedViewOperations(ctx),
  ...incidentOperations(ctx),
  ...domainOperations(ctx),
  ...singleSignOnOperations(ctx),
  ...memberOperations(ctx),
  ...invitationOperations(ctx),
  ...apiKeyOperations(ctx),
  ...connectedAppOperations(ctx),
  ...auditOperations(ctx),
  ...liveOperations(ctx),
});
