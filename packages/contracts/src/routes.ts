import { apiKeyRoutes } from "./api-keys/routes.js";
import { auditRoutes } from "./audit/routes.js";
import { channelProfileRoutes } from "./channel-profiles/routes.js";
import { channelRoutes } from "./channels/routes.js";
import { connectedAppRoutes } from "./connected-apps/routes.js";
import { deliveryRoutes } from "./deliveries/routes.js";
import { destinationRoutes } from "./destinations/routes.js";
import { domainRoutes } from "./domains/routes.js";
import { eventRoutes } from "./events/routes.js";
import { feedRoutes } from "./feeds/routes.js";
import { importRoutes } from "./imports/routes.js";
import { incidentRoutes } from "./incidents/routes.js";
import { invitationRoutes } from "./invitations/routes.js";
import { listingRoutes } from "./listings/routes.js";
import { liveRoutes } from "./live/routes.js";
import { lookupTableRoutes } from "./lookup-tables/routes.js";
import { memberRoutes } from "./members/routes.js";
import { notificationRoutes } from "./notifications/routes.js";
import { productExportRoutes } from "./product-exports/routes.js";
import { productRoutes } from "./products/routes.js";
import { pullCredentialRoutes } from "./pull-credentials/routes.js";
import { runRoutes } from "./runs/routes.js";
import { savedViewRoutes } from "./saved-views/routes.js";
import { singleSignOnRoutes } from "./single-sign-on/routes.js";
import { sourceRoutes } from "./sources/routes.js";
import { webhookEndpointRoutes } from "./webhook-endpoints/routes.js";
import { workspaceTransferRoutes } from "./workspace-transfers/routes.js";
import { workspaceRoutes } from "./workspaces/routes.js";

/** Every operation of the REST API by its id. */
export const ROUTES = {
  ...productRoutes,
  ...productExportRoutes,
  ...importRoutes,
  ...sourceRoutes,
  ...channelRoutes,
  ...channelProfileRoutes,
  ...lookupTableRoutes,
  ...listingRoutes,
  ...feedRoutes,
  ...runRoutes,
  ...pullCredentialRoutes,
  ...destinationRoutes,
  ...webhookEndpointRoutes,
  ...deliveryRoutes,
  ...eventRoutes,
  ...workspaceRoutes,
  ...workspaceTransferRoutes,
  ...notificationRoutes,
  ...savedViewRoutes,
  ...incidentRoutes,
  ...domainRoutes,
  ...singleSignOnRoutes,
  ...memberRoutes,
  ...invitationRoutes,
  ...apiKeyRoutes,
  ...connectedAppRoutes,
  ...auditRoutes,
  ...liveRoutes,
};
export type Routes = typeof ROUTES;
