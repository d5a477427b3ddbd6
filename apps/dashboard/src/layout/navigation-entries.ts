import type { RouteId } from "../api/client.js";
import { texts } from "../texts/texts.js";

interface NavigationEntry {
  readonly to: string;
  readonly label: string;
  /** Addresses that belong to the place and do not begin with its own. */
  readonly also?: string;
  /** What a person must be allowed to call to have anything to do there. */
  readonly needs: RouteId;
}

const { places } = texts.frame;

/** What the navigation shows, in this order. */
export const NAVIGATION: readonly NavigationEntry[] = [
  { to: "/", label: places.home, needs: "getMe" },
  { to: "/products", label: places.products, needs: "listProducts" },
  { to: "/imports", label: places.imports, needs: "listImports" },
  { to: "/sources", label: places.sources, needs: "listSources" },
  { to: "/channels", label: places.channels, needs: "listChannels" },
  { to: "/feeds", label: places.feeds, also: "/runs/", needs: "listFeeds" },
  { to: "/destinations", label: places.destinations, needs: "listDestinations" },
  { to: "/webhooks", label: places.webhooks, needs: "listWebhookEndpoints" },
  { to: "/api-keys", label: places.apiKeys, needs: "listConnectedApps" },
  { to: "/ai-clients", label: places.aiClients, needs: "getMe" },
  { to: "/members", label: places.members, needs: "removeMember" },
  { to: "/audit-log", label: places.auditLog, needs: "listAuditLog" },
  { to: "/settings", label: places.settings, needs: "getWorkspace" },
];
