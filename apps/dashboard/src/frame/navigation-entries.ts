import { texts } from "../texts/texts.js";

interface NavigationEntry {
  readonly to: string;
  readonly label: string;
  /** Addresses that belong to the place and do not begin with its own. */
  readonly also?: string;
  /** Whether only who manages the workspace has anything to do there. */
  readonly isForManagers: boolean;
}

const { places } = texts.frame;

/** What the navigation shows, in this order. */
export const NAVIGATION: readonly NavigationEntry[] = [
  { to: "/", label: places.home, isForManagers: false },
  { to: "/products", label: places.products, isForManagers: false },
  { to: "/imports", label: places.imports, isForManagers: false },
  { to: "/channels", label: places.channels, isForManagers: false },
  { to: "/feeds", label: places.feeds, also: "/runs/", isForManagers: false },
  { to: "/destinations", label: places.destinations, isForManagers: false },
  { to: "/webhooks", label: places.webhooks, isForManagers: false },
  { to: "/api-keys", label: places.apiKeys, isForManagers: false },
  { to: "/ai-clients", label: places.aiClients, isForManagers: false },
  { to: "/members", label: places.members, isForManagers: false },
  { to: "/audit-log", label: places.auditLog, isForManagers: true },
  { to: "/settings", label: places.settings, isForManagers: false },
];
