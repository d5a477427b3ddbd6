import { newId } from "@skucast/contracts/ids";
import { hashToken, newToken } from "@skucast/credentials/token";
import { insertApiKey } from "@skucast/db/api-keys/insert-api-key";
import type { Database } from "@skucast/db/database";
import { insertAccessToken, insertPerson } from "@skucast/db/testing/insert-people";
import { delay } from "@skucast/service-kit/clock";
import type { ApiProcess } from "../../testing/start-api-process.js";
import type { Regions } from "./open-regions.js";

/** A valid credential. `revoke` revokes it in the database without an announcement. */
export interface Credential {
  readonly subject: string;
  readonly token: string;
  revoke(): Promise<unknown>;
}

/** Inserts credentials: half API keys, half access tokens of connected apps. */
export async function insertCredentials(db: Database, count: number): Promise<Credential[]> {
  const person = await insertPerson(db);
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      if (index % 2 === 0) {
        const id = newId("key");
        const token = newToken("sk");
        const { workspaceId } = person;
        await insertApiKey(db, { workspaceId, id, name: "k", secretHash: hashToken(token), lastFour: "abcd" });
        const revoke = () => db.system.query("UPDATE api_keys SET revoked_at = now() WHERE id = $1", [id]);
        return { subject: id, token, revoke };
      }
      const token = newToken("at");
      const { grantId } = await insertAccessToken(db, person, { secretHash: hashToken(token) });
      const revoke = () => db.system.query("UPDATE oauth_grants SET revoked_at = now() WHERE id = $1", [grantId]);
      return { subject: grantId, token, revoke };
    }),
  );
}

const CONCURRENCY = 16;
const POLL_MS = 25;
/** A request that is sent later than this after a revocation must be rejected, even after failures. */
const BOUND_MS = 5_000;

/**
 * Revokes the credentials, some at a time, each after all regions have accepted it. Returns, for each credential and region,
 * the milliseconds from the commit to the sending of the first rejected request.
 */
export async function measureRevocations(
  { apis, announce }: Regions,
  credentials: readonly Credential[],
  isAnnounced: (index: number) => boolean,
): Promise<number[]> {
  const samples: number[] = [];
  const left = [...credentials.entries()];
  const work = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const [index, { token, subject, revoke }] = next;
      await Promise.all(apis.map((api) => assertAccepted(api, token)));
      await revoke();
      const revokedAtMs = performance.now();
      if (isAnnounced(index)) announce([subject]);
      samples.push(...(await Promise.all(apis.map((api) => refusedAfterMs(api, token, revokedAtMs)))));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return samples;
}

async function assertAccepted({ accepts, region }: ApiProcess, token: string): Promise<void> {
  // Twice: the second answer comes from the process's cache.
  for (const isAccepted of [await accepts(token), await accepts(token)]) {
    if (!isAccepted) throw new Error(`${region} rejected a valid credential`);
  }
}

async function refusedAfterMs({ accepts, region }: ApiProcess, token: string, sinceMs: number): Promise<number> {
  for (;;) {
    const elapsedMs = performance.now() - sinceMs;
    const isAccepted = await accepts(token);
    if (!isAccepted) return elapsedMs;
    if (elapsedMs > BOUND_MS) throw new Error(`${region} accepts a credential ${elapsedMs} ms after its revocation`);
    await delay(POLL_MS);
  }
}

/** p50, p99 and maximum. */
export function percentilesOf(samples: readonly number[]): { p50: number; p99: number; max: number } {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN);
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}
