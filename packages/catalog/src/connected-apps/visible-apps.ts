import type { Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import { MANAGE_WORKSPACE } from "@skucast/contracts/scopes";

/** Whose apps a principal sees and disconnects: everyone's if it manages the workspace, else a person's own. */
export function visibleApps(principal: Principal): { readonly userId?: string } {
  if (principal.scopes.has(MANAGE_WORKSPACE)) return {};
  if (principal.kind === "user") return { userId: principal.userId };
  throw new Problem("forbidden", `This token lacks the scope ${MANAGE_WORKSPACE}.`);
}
