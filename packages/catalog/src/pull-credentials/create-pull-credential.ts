import { isDated } from "@skucast/contracts/feeds/dated-names";
import { newId } from "@skucast/contracts/ids";
import { LIMITS } from "@skucast/contracts/limits";
import { Problem } from "@skucast/contracts/problem";
import type { PullCredential, PullCredentialCreate } from "@skucast/contracts/pull-credentials/pull-credential";
import { newPullSecret } from "@skucast/credentials/pull-secret";
import { hashToken } from "@skucast/credentials/token";
import { assertGrantable } from "../api-keys/assert-grantable.js";
import { assertBelowLimit } from "../assert-below-limit.js";
import { auditActorOf } from "../audit/audit-actor.js";
import { holderOf } from "../bound-access/bound-access.js";
import type { Call, WriteOptions } from "../call.js";
import { renderFeed } from "../feeds/feed-row.js";
import { requireConfirmedAddress } from "../require-confirmed-address.js";
import { requireFound } from "../require-found.js";
import { requireRecentSignIn } from "../require-recent-sign-in.js";
import { requireScope } from "../require-scope.js";
import { type Change, lockRow, runChange } from "../transactions.js";
import { pullCredentialOf, SECRET_HASH } from "./pull-credential-row.js";

/** The result of creation, which includes the secret. */
export interface NewPullCredential {
  readonly credential: PullCredential;
  /** Undefined with `validateOnly`, and if the partner logs in with a key. */
  readonly secret: string | undefined;
  /** The name of the feed's file; empty if the feed has several. */
  readonly fileName: string;
  /** Host key fingerprints of our SFTP server. */
  readonly hostKeys: readonly string[];
}

/**
 * Lets a partner fetch the files of a feed. The feed must have a delivery of the same type. An API key that
 * may not read feeds itself cannot create one, and the credential of an app or an expiring key ends with it.
 */
export async function createPullCredential(
  call: Call<{ feedId: string; credential: PullCredentialCreate } & WriteOptions>,
): Promise<NewPullCredential> {
  const { principal, input } = call;
  const { feedId, credential } = input;
  requireScope(principal, "feeds:write");
  assertGrantable(principal, {
    permissions: ["feeds:read"],
    expiresAt: principal.kind === "api_key" ? (principal.expiresAt ?? null) : null,
  });
  requireRecentSignIn(call.ctx, principal);
  await requireConfirmedAddress(call.ctx, principal);
  return runChange(call, "feeds:write", async (change) => {
    const { tx, workspaceId, now, audit } = change;
    await lockRow(change, "feeds", feedId);
    const where = { workspaceId_id: { workspaceId, id: feedId } };
    const feed = await renderFeed(change, requireFound(await tx.feed.findUnique({ where }), "feed", feedId));
    const { type, name } = credential;
    if (!feed.deliveries.some((delivery) => delivery.type === type)) {
      throw new Problem(
        "conflict",
        `The feed has no delivery of the type ${type}; add {"type": "${type}"} to it first.`,
      );
    }
    const count = () => tx.pullCredential.count({ where: { workspaceId, feedId, revokedAt: null } });
    await assertBelowLimit(change, {
      count,
      max: LIMITS.pullCredentialsPerFeed,
      noun: `pull credentials of ${feedId}`,
    });
    const publicKeys = credential.type === "sftp_pull" ? credential.public_keys : [];
    const secret = publicKeys.length > 0 ? undefined : newPullSecret();
    const id = newId("pull", now.getTime());
    const stored = secret && { secretHash: Uint8Array.from(hashToken(secret)), lastFour: secret.slice(-4) };
    const data = { workspaceId, id, feedId, type, name, publicKeys, ...stored, createdAt: now };
    const createdBy = auditActorOf(principal).id;
    const row = await tx.pullCredential.create({
      data: { ...data, createdBy, boundTo: holderOf(principal) },
      omit: SECRET_HASH,
    });
    await audit("pull_credential.created", id, { feed_id: feedId, type, name });
    const shown = input.validateOnly ? undefined : secret;
    const hostKeys = type === "sftp_pull" ? await hostKeysIn(tx) : [];
    const fileName = feed.shards > 1 || isDated(feed.file_name) ? "" : feed.file_name;
    return { credential: pullCredentialOf(row), secret: shown, fileName, hostKeys };
  });
}

/** Host key fingerprints of the feed server; empty before its first start. */
async function hostKeysIn(tx: Change["tx"]): Promise<string[]> {
  const rows = await tx.$queryRaw<{ fingerprint: string }[]>`
    SELECT fingerprint FROM sftp_host_keys ORDER BY type DESC`;
  return rows.map(({ fingerprint }) => fingerprint);
}
