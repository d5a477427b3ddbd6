import type { Principal } from "@skucast/contracts/principal";
import { hashToken, tokenKind } from "./token.js";

/** Finds the live credential of a hash in the store; null when there is none or it was revoked. */
export type FindCredential = (secretHash: Buffer, kind: "sk" | "at") => Promise<Principal | null>;

/** A positive answer is believed for so long: half of the 2 s within which a revoked one must be refused. */
const FRESH_MS = 1_000;
const ENTRIES_MAX = 10_000;

interface Entry {
  readonly principal: Promise<Principal | null>;
  readonly staleAtMs: number;
}

/**
 * Verifies bearer tokens: form and checksum first, then a bounded cache by hash, then the store. Concurrent requests of
 * one token share a look-up; refusals and failures are not kept.
 */
export function createTokenVerifier({ find, now }: { find: FindCredential; now: () => number }) {
  const cache = new Map<string, Entry>();

  return async function verifyToken(token: string): Promise<Principal | null> {
    const kind = tokenKind(token);
    if (kind === null || kind === "rt") return null;
    const secretHash = hashToken(token);
    const key = secretHash.toString("base64");
    const known = cache.get(key);
    if (known && known.staleAtMs > now()) return known.principal;
    const principal = find(secretHash, kind);
    if (cache.size >= ENTRIES_MAX) cache.delete(cache.keys().next().value ?? "");
    cache.delete(key);
    cache.set(key, { principal, staleAtMs: now() + FRESH_MS });
    try {
      const found = await principal;
      if (found === null) cache.delete(key);
      return found;
    } catch (error) {
      cache.delete(key);
      throw error;
    }
  };
}
