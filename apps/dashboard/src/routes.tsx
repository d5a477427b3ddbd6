import { base64urlSegment, skuOfSegment, skuSegment } from "@skucast/contracts/products/sku-path";
import { createRootRoute, createRoute, createRouter } from "@tanstack/react-router";
import type { RouteId } from "./api/client.js";
import { Loading } from "./components/loading.js";
import { PageError } from "./components/page-error.js";
import { Layout } from "./layout/layout.js";
import { NotFound } from "./layout/not-found.js";
import { firstViewComponent, lazyRouteComponent } from "./lazy-route-component.js";
import { AUDIT_FILTERS, CHANNEL_SEARCH, PRODUCT_FILTERS, SET_UP_SEARCH } from "./search-params/filters.js";
import { pickStrings } from "./search-params/pick-strings.js";

const root = createRootRoute({
  staticData: { needs: "getMe" },
  component: Layout,
  notFoundComponent: NotFound,
  errorComponent: ({ error, reset }) => (
    <PageError error={error instanceof Error ? error : new Error(String(error))} onRetry={reset} />
  ),
});
const belowRoot = { getParentRoute: () => root };

/** The pages by URL path. The code of a page is loaded on the first visit. */
const tree = root.addChildren([
  createRoute({
    ...belowRoot,
    path: "/",
    staticData: { needs: "getMe" },
    component: firstViewComponent(() => import("./pages/home/home-page.js"), "HomePage"),
  }),
  createRoute({
    ...belowRoot,
    path: "/products",
    staticData: { needs: "listProducts" },
    validateSearch: (search) => pickStrings(search, PRODUCT_FILTERS),
    component: firstViewComponent(() => import("./pages/products/products-page.js"), "ProductsPage"),
  }),
  createRoute({
    ...belowRoot,
    path: "/products/new",
    staticData: { needs: "upsertProduct" },
    component: lazyRouteComponent(() => import("./pages/products/new-product-page.js"), "NewProductPage"),
  }),
  createRoute({
    ...belowRoot,
    path: "/products/$sku",
    // The router percent-encodes the segment itself. /products/new is the form for a new product.
    params: {
      parse: ({ sku }) => ({ sku: skuOfSegment(sku) ?? sku }),
      stringify: ({ sku }) => ({ sku: sku === "new" ? base64urlSegment(sku) : skuSegment(sku) }),
    },
    staticData: { needs: "getProduct" },
    component: lazyRouteComponent(() => import("./pages/products/product-page.js"), "ProductPage"),
  }),
  createRoute({
    ...belowRoot,
    path: "/imports",
    staticData: { needs: "listImports" },
    component: lazyRouteComponent(() => import("./pages/imports/imports-page.js"), "ImportsPage"),
  }),
  createRoute({
    ...belowRoot,
    path: "/imports/new",
    staticData: { needs: "createImport" },
    component: lazyRouteComponent(() => import("./pages/imports/new-import-page.js"), "NewImportPage"),
  }),
  createRoute({
    ...belowRoot,
    path: "/imports/$importId",
    staticData: { needs: "getImport" },
    component: lazyRouteComponent(() => import("./pages/imports/import-page.js"), "ImportPage"),
  }),
  createRoute({
    ...belowRoot,
    path: "/sources",
    staticData: { needs: "listSources" },
    component: lazyRouteComponent(() => import("./pages/sources/sources-page.js"), "SourcesPage"),
  }),
  createRoute({
    ...belowRoot,
    path: "/sources/$sourceId",
    staticData: { needs: "getSource" },
    component: lazyRouteComponent(() => import("./pages/sources/source-page.js"), "SourcePage"),
  }),
  createRoute({
    ...belowRoot,
    path: "/channels",
    staticData: { needs: "listChannels" },
    component: lazyRouteComponent(() => import("./pages/channels/channels-page.js"), "ChannelsPage"),
  }),
  createRoute({
    ...belowRoot,
    path: "/channels/$channelId",
    staticData: { needs: "getChannel" },
    validateSearch: (search) => pickStrings(search, CHANNEL_SEARCH),
    component: lazyRouteComponent(() => import("./pages/channels/channel-page.js"), "ChannelPage"),
  }),
  createRoute({
    ...belowRoot,
    path: "/channel-profiles",
    staticData: { needs: "listChannelProfiles" },
    component: lazyRouteComponent(
      () => import("./pages/channel-profiles/channel-profiles-page.js"),
      "ChannelProfilesPage",
    ),
  }),
  createRoute({
    ...belowRoot,
    path: "/channel-profiles/new",
    staticData: { needs: "createChannelProfile" },
    validateSearch: (search) => pickStrings(search, ["from"]),
    component: lazyRouteComponent(() => import("./pages/channel-profiles/new-profile-page.js"), "NewProfilePage"),
  }),
  createRoute({
    ...belowRoot,
    path: "/channel-profiles/$profileId",
    staticData: { needs: "getChannelProfile" },
    component: lazyRouteComponent(
      () => import("./pages/channel-profiles/channel-profile-page.js"),
      "ChannelProfilePage",
    ),
  }),
  createRoute({
    ...belowRoot,
    path: "/lookup-tables",
    staticData: { needs: "listLookupTables" },
    component: lazyRouteComponent(() => import("./pages/lookup-tables/lookup-tables-page.js"), "LookupTablesPage"),
  }),
  createRoute({
    ...belowRoot,
    path: "/lookup-tables/$tableId",
    staticData: { needs: "getLookupTable" },
    component: lazyRouteComponent(() => import("./pages/lookup-tables/lookup-table-page.js"), "LookupTablePage"),
  }),
  createRoute({
    ...belowRoot,
    path: "/feeds",
    staticData: { needs: "listFeeds" },
    component: lazyRouteComponent(() => import("./pages/feeds/feeds-page.js"), "FeedsPage"),
  }),
  createRoute({
    ...belowRoot,
    path: "/feeds/$feedId",
    staticData: { needs: "getFeed" },
    component: lazyRouteComponent(() => import("./pages/feeds/feed-page.js"), "FeedPage"),
  }),
  createRoute({
    ...belowRoot,
    path: "/runs/$runId",
    staticData: { needs: "getRun" },
    component: lazyRouteComponent(() => import("./pages/runs/run-page.js"), "RunPage"),
  }),
  createRoute({
    ...belowRoot,
    path: "/destinations",
    staticData: { needs: "listDestinations" },
    component: lazyRouteComponent(() => import("./pages/destinations/destinations-page.js"), "DestinationsPage"),
  }),
  createRoute({
    ...belowRoot,
    path: "/destinations/new",
    staticData: { needs: "createDestination" },
    validateSearch: (search) => pickStrings(search, SET_UP_SEARCH),
    component: lazyRouteComponent(() => import("./pages/destinations/new-destination-page.js"), "NewDestinationPage"),
  }),
  createRoute({
    ...belowRoot,
    path: "/destinations/$destinationId/set-up",
    staticData: { needs: "updateDestination" },
    validateSearch: (search) => pickStrings(search, SET_UP_SEARCH),
    component: lazyRouteComponent(() => import("./pages/destinations/set-up-page.js"), "SetUpPage"),
  }),
  createRoute({
    ...belowRoot,
    path: "/destinations/$destinationId",
    staticData: { needs: "getDestination" },
    component: lazyRouteComponent(() => import("./pages/destinations/destination-page.js"), "DestinationPage"),
  }),
  createRoute({
    ...belowRoot,
    path: "/webhooks",
    staticData: { needs: "listWebhookEndpoints" },
    component: lazyRouteComponent(() => import("./pages/webhooks/webhooks-page.js"), "WebhooksPage"),
  }),
  createRoute({
    ...belowRoot,
    path: "/webhooks/$endpointId",
    staticData: { needs: "getWebhookEndpoint" },
    component: lazyRouteComponent(() => import("./pages/webhooks/endpoint-page.js"), "EndpointPage"),
  }),
  createRoute({
    ...belowRoot,
    path: "/webhooks/deliveries/$deliveryId",
    staticData: { needs: "getDelivery" },
    component: lazyRouteComponent(() => import("./pages/webhooks/delivery-page.js"), "DeliveryPage"),
  }),
  createRoute({
    ...belowRoot,
    path: "/api-keys",
    staticData: { needs: "listConnectedApps" },
    component: lazyRouteComponent(() => import("./pages/api-keys/api-keys-page.js"), "ApiKeysPage"),
  }),
  createRoute({
    ...belowRoot,
    path: "/api-keys/connected-apps",
    staticData: { needs: "listConnectedApps" },
    component: lazyRouteComponent(() => import("./pages/api-keys/connected-apps-page.js"), "ConnectedAppsPage"),
  }),
  createRoute({
    ...belowRoot,
    path: "/ai-clients",
    staticData: { needs: "getMe" },
    component: lazyRouteComponent(() => import("./pages/ai-clients/ai-clients-page.js"), "AiClientsPage"),
  }),
  createRoute({
    ...belowRoot,
    path: "/members",
    staticData: { needs: "removeMember" },
    component: lazyRouteComponent(() => import("./pages/members/members-page.js"), "MembersPage"),
  }),
  createRoute({
    ...belowRoot,
    path: "/settings",
    staticData: { needs: "getWorkspace" },
    component: lazyRouteComponent(() => import("./pages/settings/settings-page.js"), "SettingsPage"),
  }),
  createRoute({
    ...belowRoot,
    path: "/audit-log",
    staticData: { needs: "listAuditLog" },
    validateSearch: (search) => pickStrings(search, AUDIT_FILTERS),
    component: lazyRouteComponent(() => import("./pages/audit-log/audit-log-page.js"), "AuditLogPage"),
  }),
]);

export const createDashboardRouter = () =>
  createRouter({
    routeTree: tree,
    defaultPreload: "intent",
    scrollRestoration: true,
    defaultPendingComponent: Loading,
  });

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /**
     * The route that a user must be allowed to call to see the page. Others see why they cannot (layout/page-outlet.tsx).
     */
    readonly needs: RouteId;
  }
  interface Register {
    router: ReturnType<typeof createDashboardRouter>;
  }
}
