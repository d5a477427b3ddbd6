import type { Principal } from "@skucast/contracts/principal";
import { MANAGE_WORKSPACE } from "@skucast/contracts/scopes";
import { missingPermission } from "../require-scope.js";

/** The apps that a principal may see and disconnect: all if it manages the workspace, otherwise a user's own. */
export function visibleApps(principal: Principal): { readonly userId?: string } {
  if (principal.scopes.has(MANAGE_WORKSPACE)) return {};
  if (principal.kind === "user") return { userId: principal.userId };
  throw missingPermission(MANAGE_WORKSPACE);
}
