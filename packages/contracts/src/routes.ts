import { channelRoutes } from "./channels/routes.js";
import { deliveryRoutes } from "./deliveries/routes.js";
import { destinationRoutes } from "./destinations/routes.js";
import { eventRoutes } from "./events/routes.js";
import { feedRoutes } from "./feeds/routes.js";
import { productRoutes } from "./products/routes.js";
import { runRoutes } from "./runs/routes.js";
import { webhookEndpointRoutes } from "./webhook-endpoints/routes.js";
import { workspaceRoutes } from "./workspaces/routes.js";

/** Every operation of the REST API by its id: the table of contents of the front wall. */
export const ROUTES = {
  ...productRoutes,
  ...channelRoutes,
  ...feedRoutes,
  ...runRoutes,
  ...destinationRoutes,
  ...webhookEndpointRoutes,
  ...deliveryRoutes,
  ...eventRoutes,
  ...workspaceRoutes,
};
export type Routes = typeof ROUTES;
