import type { ClaimedRole } from "@skucast/contracts/single-sign-on/single-sign-on";
import type { ProviderRow } from "@skucast/db/single-sign-on/find-provider";

/** What the provider says about a person's role. */
export interface RoleDecision {
  /** The role of a new member; null if the person may not sign in. */
  readonly role: ClaimedRole | null;
  /** Whether a claim decides, so that the role of a member follows it with every sign-in. */
  readonly isClaimed: boolean;
}

type RoleSettings = Pick<ProviderRow, "roleClaim" | "roleMapping" | "defaultRole">;

/** The first entry of the mapping whose value the claim has; otherwise the default role. Never owner. */
export function decideRole(
  { roleClaim, roleMapping, defaultRole }: RoleSettings,
  claims: Readonly<Record<string, unknown>>,
): RoleDecision {
  if (roleClaim === null) return { role: defaultRole, isClaimed: false };
  const claimed = Object.hasOwn(claims, roleClaim) ? claims[roleClaim] : [];
  const values: readonly unknown[] = Array.isArray(claimed) ? claimed : [claimed];
  const role = roleMapping.find(({ value }) => values.includes(value))?.role ?? defaultRole;
  return { role, isClaimed: true };
}
