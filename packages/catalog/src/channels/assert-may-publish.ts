import type { Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import { MANAGE_WORKSPACE } from "@skucast/contracts/scopes";
import type { Call } from "../call.js";
import { findMember } from "../members/member-row.js";
import type { Change } from "../transactions.js";

/**
 * Throws unless the caller may show a channel to anyone: an owner, or an API key that may manage the workspace and was
 * created by an owner, by the operator or by such a key. Where the operator requires it, the workspace must have proven a
 * domain.
 */
export async function assertMayPublish(change: Change, { ctx, principal }: Call<unknown>): Promise<void> {
  if (!(await isOfOwner(change, principal))) {
    throw new Problem(
      "forbidden",
      "Only owners, and API keys of owners that may manage the workspace, publish a channel.",
    );
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

async function isOfOwner(change: Change, principal: Principal): Promise<boolean> {
  if (principal.kind === "system") return true;
  if (principal.kind === "oauth") return false;
  if (principal.kind === "user") return isOwner(change, principal.userId);
  const manages = principal.scopes.has(MANAGE_WORKSPACE) && principal.channelIds === undefined;
  return manages && isOwner(change, await creatorOf(change, principal.keyId));
}

/** Keys that create keys form chains. The last key of a longer one than anyone needs has no creator here. */
const CHAIN_MAX = 20;

/** The person at whose wish a key exists, who may have created the key that created it; null for the operator. */
async function creatorOf({ tx, workspaceId }: Change, keyId: string): Promise<string | null> {
  let id = keyId;
  for (let length = 0; length < CHAIN_MAX; length += 1) {
    const where = { workspaceId_id: { workspaceId, id } };
    const { createdBy = null } = (await tx.apiKey.findUnique({ where, select: { createdBy: true } })) ?? {};
    if (createdBy === null || !/^(?:key|usr)_/.test(createdBy)) return null;
    if (createdBy.startsWith("usr_")) return createdBy;
    id = createdBy;
  }
  return "";
}

const isOwner = async ({ tx, workspaceId }: Change, userId: string | null): Promise<boolean> =>
  userId === null || (await findMember(tx, workspaceId, userId))?.role === "owner";
