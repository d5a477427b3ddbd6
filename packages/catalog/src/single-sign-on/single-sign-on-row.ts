import type { SingleSignOn } from "@skucast/contracts/single-sign-on/single-sign-on";
import type { SingleSignOn as SingleSignOnRow } from "@skucast/db/generated/client";
import type { WorkspaceTransaction } from "@skucast/db/prisma";

/** The stored settings as returned to clients, without the secret. */
export const singleSignOnOf = (row: SingleSignOnRow, domains: readonly string[]): SingleSignOn => ({
  id: row.workspaceId,
  issuer: row.issuer,
  client_id: row.clientId,
  domains: [...domains],
  role_claim: row.roleClaim,
  // Written by putSingleSignOn only, in the form of the contract.
  role_mapping: row.roleMapping as SingleSignOn["role_mapping"],
  default_role: row.defaultRole as SingleSignOn["default_role"],
  required: row.isRequired,
  last_sign_in_at: row.lastSignInAt?.toISOString() ?? null,
  version: Number(row.version),
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});

/** The mail domains of the workspace's single sign-on, in their order. */
export async function domainsOf(tx: WorkspaceTransaction, workspaceId: string): Promise<string[]> {
  const rows = await tx.singleSignOnDomain.findMany({ where: { workspaceId }, orderBy: { domain: "asc" } });
  return rows.map(({ domain }) => domain);
}
