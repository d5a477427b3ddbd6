import type { Route } from "./define-route.js";
import { MANAGE_WORKSPACE } from "./scopes.js";
import type { Me } from "./workspaces/routes.js";

/** Why a principal may not call a route: its role, or its restriction to some channels. */
export type DenialReason = "role" | "channels";

/** Why a route rejects every request of this principal; null if it does not. */
export function denialReason(
  { scope, wholeWorkspaceOnly }: Pick<Route, "scope" | "wholeWorkspaceOnly">,
  { scopes, can_manage, channel_ids }: Pick<Me, "scopes" | "can_manage" | "channel_ids">,
): DenialReason | null {
  const isAllowed =
    scope === null || scope === "public" || (scope === MANAGE_WORKSPACE ? can_manage : scopes.includes(scope));
  if (!isAllowed) return "role";
  return wholeWorkspaceOnly && isRestricted({ channel_ids }) ? "channels" : null;
}

/** Whether a member is restricted to some channels. */
export const isRestricted = ({ channel_ids }: Pick<Me, "channel_ids">): boolean =>
  channel_ids !== null && channel_ids !== undefined;
