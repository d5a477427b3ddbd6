import type { RouteId } from "../api/client.js";
import type { IconName } from "../components/icon.js";
import { texts } from "../texts/first-view.js";

interface NavigationEntry {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
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
  { to: "/", label: places.home, icon: "home", needs: "getMe" },
  { to: "/products", isFirst: true, label: places.products, icon: "product", needs: "listProducts" },
  { to: "/imports", label: places.imports, icon: "import", needs: "listImports" },
  { to: "/sources", label: places.sources, icon: "source", needs: "listSources" },
  {
    to: "/channels",
    isFirst: true,
    label: places.channels,
    icon: "channel",
    also: ["/channel-profiles", "/lookup-tables"],
    needs: "listChannels",
  },
  { to: "/feeds", label: places.feeds, icon: "feed", also: ["/runs/"], needs: "listFeeds" },
  { to: "/destinations", label: places.destinations, icon: "destination", needs: "listDestinations" },
  { to: "/webhooks", label: places.webhooks, icon: "webhook", needs: "listWebhookEndpoints" },
  { to: "/api-keys", isFirst: true, label: places.apiKeys, icon: "key", needs: "listConnectedApps" },
  { to: "/ai-clients", label: places.aiClients, icon: "ai", needs: "getMe" },
  { to: "/members", isFirst: true, label: places.members, icon: "members", needs: "removeMember" },
  { to: "/audit-log", label: places.auditLog, icon: "audit", needs: "listAuditLog" },
  { to: "/settings", label: places.settings, icon: "settings", needs: "getWorkspace" },
];
