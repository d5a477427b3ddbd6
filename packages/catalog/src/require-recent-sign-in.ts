import { LIMITS } from "@skucast/contracts/limits";
import type { Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import type { CatalogContext } from "./context.js";

const RECENT_MS = LIMITS.recentSignInMinutes * 60_000;

/**
 * Throws reauthentication_required for a person whose session proved long ago who they are. A person who finds an open
 * browser can then neither create keys nor change members. Keys and apps have no session.
 */
export function requireRecentSignIn({ clock }: Pick<CatalogContext, "clock">, principal: Principal): void {
  if (principal.kind !== "user") return;
  if (clock.now().getTime() - principal.authenticatedAt.getTime() <= RECENT_MS) return;
  throw new Problem(
    "reauthentication_required",
    `You signed in more than ${LIMITS.recentSignInMinutes} minutes ago. Confirm that it is you at /account/confirm, then try again.`,
  );
}
