import type { RouteId } from "../api/client.js";
import { texts } from "../texts/first-view.js";

interface NavigationEntry {
  readonly to: string;
  readonly label: string;
  /** Path prefixes of further pages that belong to this entry. */
  readonly also?: readonly string[];
  /** Whether it begins a group of entries. */
  readonly isFirst?: boolean;
  /** The route that a user must be allowed to call to see this entry. */
  readonly needs: RouteId;
}

const { places } = texts.frame;

/** The navigation's entries, in this order. */
export const NAVIGATION: readonly NavigationEntry[] = [
  { to: "/", label: places.home, needs: "getMe" },
  { to: "/products", isFirst: true, label: places.products, needs: "listProducts" },
  { to: "/imports", label: places.imports, needs: "listImports" },
  { to: "/sources", label: places.sources, needs: "listSources" },
  {
    to: "/channels",
    isFirst: true,
    label: places.channels,
    also: ["/channel-profiles", "/lookup-tables"],
    needs: "listChannels",
  },
  { to: "/feeds", label: places.feeds, also: ["/runs/"], needs: "listFeeds" },
  { to: "/destinations", label: places.destinations, needs: "listDestinations" },
  { to: "/webhooks", label: places.webhooks, needs: "listWebhookEndpoints" },
  { to: "/api-keys", isFirst: true, label: places.apiKeys, needs: "listConnectedApps" },
  { to: "/ai-clients", label: places.aiClients, needs: "getMe" },
  { to: "/members", isFirst: true, label: places.members, needs: "removeMember" },
  { to: "/audit-log", label: places.auditLog, needs: "listAuditLog" },
  { to: "/settings", label: places.settings, needs: "getWorkspace" },
];
