import type { Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import { MANAGE_WORKSPACE } from "@skucast/contracts/scopes";
import type { Call } from "../call.js";
import { findMember } from "../members/member-row.js";
import type { Change } from "../transactions.js";

/**
 * Throws unless the caller may show a channel to anyone: an owner, or an API key that may manage the workspace. Where
 * the operator requires it, the workspace must have proven a domain.
 */
export async function assertMayPublish(change: Change, { ctx, principal }: Call<unknown>): Promise<void> {
  if (!(await isOwner(change, principal))) {
    throw new Problem("forbidden", "Only owners, and API keys that may manage the workspace, publish a channel.");
  }
  if (ctx.directoryProof === "optional") return;
  const { tx, workspaceId } = change;
  if ((await tx.workspaceDomain.count({ where: { workspaceId, verifiedAt: { not: null } } })) === 0) {
    throw new Problem(
      "conflict",
      "Prove a domain before you publish a channel: add it with POST /domains, and verify it with POST /domains/{domain}/verify.",
    );
  }
}

async function isOwner({ tx, workspaceId }: Change, principal: Principal): Promise<boolean> {
  if (principal.kind === "system") return true;
  if (principal.kind === "api_key") return principal.scopes.has(MANAGE_WORKSPACE) && principal.channelIds === undefined;
  if (principal.kind === "oauth") return false;
  return (await findMember(tx, workspaceId, principal.userId))?.role === "owner";
}
