import { type PullCredential, pullCredentialSchema } from "@skucast/contracts/pull-credentials/pull-credential";
import type { PullCredential as PullCredentialRow } from "@skucast/db/generated/client";

/** Left out of what is read of a credential (`omit`): the hash of its secret. */
export const SECRET_HASH = { secretHash: true } as const;

/** A stored credential as it is answered. */
export const pullCredentialOf = (row: Omit<PullCredentialRow, "workspaceId" | "secretHash">): PullCredential =>
  pullCredentialSchema.parse({
    id: row.id,
    feed_id: row.feedId,
    type: row.type,
    name: row.name,
    status: row.revokedAt === null ? "active" : "revoked",
    public_keys: row.publicKeys,
    last_four: row.lastFour,
    created_at: row.createdAt.toISOString(),
    created_by: row.createdBy,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    revoked_at: row.revokedAt?.toISOString() ?? null,
  });
