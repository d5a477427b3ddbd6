import { type ApiKey, apiKeySchema } from "@skucast/contracts/api-keys/api-key";
import { SERVICE_PREFIX } from "@skucast/contracts/service";
import type { ApiKey as ApiKeyRow } from "@skucast/db/generated/client";

/** Left out of what is read of a key (`omit`): the hash of its secret. */
export const SECRET_HASH = { secretHash: true } as const;

/** A stored key as it is answered. */
export const apiKeyOf = (row: Omit<ApiKeyRow, "workspaceId" | "secretHash">): ApiKey =>
  apiKeySchema.parse({
    id: row.id,
    name: row.name,
    prefix: `${SERVICE_PREFIX}_sk_`,
    last_four: row.lastFour,
    status: row.revokedAt === null ? "active" : "revoked",
    created_at: row.createdAt.toISOString(),
    created_by: row.createdBy,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    revoked_at: row.revokedAt?.toISOString() ?? null,
  });
