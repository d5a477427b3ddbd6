import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
import { AUDIT_FILTERS, PRODUCT_FILTERS } from "./address/filters.js";
import { pickTexts } from "./address/pick-texts.js";
import { Frame } from "./frame/frame.js";
import { NotFound } from "./frame/not-found.js";
import { PageProblem } from "./parts/page-problem.js";
import { Waiting } from "./parts/waiting.js";

const root = createRootRoute({
  component: Frame,
  notFoundComponent: NotFound,
  errorComponent: ({ error, reset }) => (
    <PageProblem error={error instanceof Error ? error : new Error(String(error))} onRetry={reset} />
  ),
});
const under = { getParentRoute: () => root };

/** Every place of the dashboard by its address; each is fetched when it is first entered. */
const tree = root.addChildren([
  createRoute({
    ...under,
    path: "/",
    component: lazyRouteComponent(() => import("./places/home/home-page.js"), "HomePage"),
  }),
  createRoute({
    ...under,
    path: "/products",
    validateSearch: (search) => pickTexts(search, PRODUCT_FILTERS),
    component: lazyRouteComponent(() => import("./places/products/products-page.js"), "ProductsPage"),
  }),
  createRoute({
    ...under,
    path: "/products/new",
    component: lazyRouteComponent(() => import("./places/products/new-product-page.js"), "NewProductPage"),
  }),
  createRoute({
    ...under,
    path: "/products/$sku",
    component: lazyRouteComponent(() => import("./places/products/product-page.js"), "ProductPage"),
  }),
  createRoute({
    ...under,
    path: "/imports",
    component: lazyRouteComponent(() => import("./places/imports/imports-page.js"), "ImportsPage"),
  }),
  createRoute({
    ...under,
    path: "/imports/new",
    component: lazyRouteComponent(() => import("./places/imports/new-import-page.js"), "NewImportPage"),
  }),
  createRoute({
    ...under,
    path: "/imports/$importId",
    component: lazyRouteComponent(() => import("./places/imports/import-page.js"), "ImportPage"),
  }),
  createRoute({
    ...under,
    path: "/channels",
    component: lazyRouteComponent(() => import("./places/channels/channels-page.js"), "ChannelsPage"),
  }),
  createRoute({
    ...under,
    path: "/channels/$channelId",
    component: lazyRouteComponent(() => import("./places/channels/channel-page.js"), "ChannelPage"),
  }),
  createRoute({
    ...under,
    path: "/feeds",
    component: lazyRouteComponent(() => import("./places/feeds/feeds-page.js"), "FeedsPage"),
  }),
  createRoute({
    ...under,
    path: "/feeds/$feedId",
    component: lazyRouteComponent(() => import("./places/feeds/feed-page.js"), "FeedPage"),
  }),
  createRoute({
    ...under,
    path: "/runs/$runId",
    component: lazyRouteComponent(() => import("./places/runs/run-page.js"), "RunPage"),
  }),
  createRoute({
    ...under,
    path: "/destinations",
    component: lazyRouteComponent(() => import("./places/destinations/destinations-page.js"), "DestinationsPage"),
  }),
  createRoute({
    ...under,
    path: "/destinations/$destinationId",
    component: lazyRouteComponent(() => import("./places/destinations/destination-page.js"), "DestinationPage"),
  }),
  createRoute({
    ...under,
    path: "/webhooks",
    component: lazyRouteComponent(() => import("./places/webhooks/webhooks-page.js"), "WebhooksPage"),
  }),
  createRoute({
    ...under,
    path: "/webhooks/$endpointId",
    component: lazyRouteComponent(() => import("./places/webhooks/endpoint-page.js"), "EndpointPage"),
  }),
  createRoute({
    ...under,
    path: "/webhooks/deliveries/$deliveryId",
    component: lazyRouteComponent(() => import("./places/webhooks/delivery-page.js"), "DeliveryPage"),
  }),
  createRoute({
    ...under,
    path: "/api-keys",
    component: lazyRouteComponent(() => import("./places/api-keys/api-keys-page.js"), "ApiKeysPage"),
  }),
  createRoute({
    ...under,
    path: "/api-keys/connected-apps",
    component: lazyRouteComponent(() => import("./places/api-keys/connected-apps-page.js"), "ConnectedAppsPage"),
  }),
  createRoute({
    ...under,
    path: "/ai-clients",
    component: lazyRouteComponent(() => import("./places/ai-clients/ai-clients-page.js"), "AiClientsPage"),
  }),
  createRoute({
    ...under,
    path: "/members",
    component: lazyRouteComponent(() => import("./places/members/members-page.js"), "MembersPage"),
  }),
  createRoute({
    ...under,
    path: "/settings",
    component: lazyRouteComponent(() => import("./places/settings/settings-page.js"), "SettingsPage"),
  }),
  createRoute({
    ...under,
    path: "/audit-log",
    validateSearch: (search) => pickTexts(search, AUDIT_FILTERS),
    component: lazyRouteComponent(() => import("./places/audit-log/audit-log-page.js"), "AuditLogPage"),
  }),
]);

export const createDashboardRouter = () =>
  createRouter({
    routeTree: tree,
    defaultPreload: "intent",
    scrollRestoration: true,
    defaultPendingComponent: Waiting,
  });

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createDashboardRouter>;
  }
}
