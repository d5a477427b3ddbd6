import { type ApiKey, apiKeySchema } from "@skucast/contracts/api-keys/api-key";
import { SERVICE_PREFIX } from "@skucast/contracts/service";
import type { ApiKey as ApiKeyRow } from "@skucast/db/generated/client";

/** Columns that no query reads (Prisma's `omit`): the hash of the secret. */
export const SECRET_HASH = { secretHash: true } as const;

/** A stored key as returned to clients, with its status at this time. */
export const apiKeyOf = (row: Omit<ApiKeyRow, "workspaceId" | "secretHash">, now: Date): ApiKey =>
  apiKeySchema.parse({
    id: row.id,
    name: row.name,
    prefix: `${SERVICE_PREFIX}_sk_`,
    last_four: row.lastFour,
    status: statusOf(row, now),
    scopes: row.scopes?.split(" ") ?? null,
    expires_at: row.expiresAt?.toISOString() ?? null,
    channels: row.channelIds,
    created_at: row.createdAt.toISOString(),
    created_by: row.createdBy,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    revoked_at: row.revokedAt?.toISOString() ?? null,
    management_ended_at: row.managementEndedAt?.toISOString() ?? null,
  });

function statusOf({ revokedAt, expiresAt }: Pick<ApiKeyRow, "revokedAt" | "expiresAt">, now: Date): ApiKey["status"] {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && expiresAt <= now ? "expired" : "active";
}

/** A query condition for the keys that have this status now; undefined selects all keys. */
export function whereStatus(status: ApiKey["status"] | undefined, now: Date) {
  switch (status) {
    case "active":
      return { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
    case "expired":
      return { revokedAt: null, expiresAt: { lte: now } };
    case "revoked":
      return { revokedAt: { not: null } };
    case undefined:
      return {};
  }
}
