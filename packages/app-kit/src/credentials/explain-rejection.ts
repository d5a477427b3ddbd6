import { hashToken, tokenKind } from "@skucast/credentials/token";
import { findEndedApiKey } from "@skucast/db/credentials/find-ended-api-key";
import type { Database } from "@skucast/db/database";

/**
 * What to tell the sender of a rejected token: when its API key ended, and what to do. Undefined for any other token.
 * The sender of a key's secret may know that it ended; a guess finds no key.
 */
export async function explainRejection(db: Database, token: string): Promise<string | undefined> {
  if (tokenKind(token) !== "sk") return undefined;
  const key = await findEndedApiKey(db, hashToken(token));
  if (key === null) return undefined;
  const { id, revokedAt, expiresAt } = key;
  const ended = revokedAt ? `was revoked at ${revokedAt.toISOString()}` : `expired at ${expiresAt?.toISOString()}`;
  return `The API key ${id} ${ended}. Use another key; owners and admins create keys in the dashboard under API keys.`;
}
