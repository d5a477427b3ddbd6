import { texts } from "../texts/texts.js";

interface NavigationEntry {
  readonly to: string;
  readonly label: string;
  /** Whether only who manages the workspace has anything to do there. */
  readonly isForManagers: boolean;
}

const { places } = texts.frame;

/** What the navigation shows, in this order. */
export const NAVIGATION: readonly NavigationEntry[] = [
  { to: "/", label: places.home, isForManagers: false },
  { to: "/api-keys", label: places.apiKeys, isForManagers: false },
];
