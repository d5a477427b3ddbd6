import { type PullCredential, pullCredentialSchema } from "@skucast/contracts/pull-credentials/pull-credential";
import type { PullCredential as PullCredentialRow } from "@skucast/db/generated/client";

/** Columns that no query reads (Prisma's `omit`): the hash of the secret. */
export const SECRET_HASH = { secretHash: true } as const;

/** A stored credential as returned to clients. */
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
    bound_to: row.boundTo,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    revoked_at: row.revokedAt?.toISOString() ?? null,
  });
