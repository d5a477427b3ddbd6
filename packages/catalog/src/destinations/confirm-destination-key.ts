import type { Destination } from "@skucast/contracts/destinations/destination";
import { LIMITS } from "@skucast/contracts/limits";
import { Problem } from "@skucast/contracts/problem";
import { openSecret, sealSecret } from "@skucast/credentials/seal";
import type { Destination as DestinationRow } from "@skucast/db/generated/client";
import { sftpTargetOf } from "@skucast/partners/sftp";
import { parseLogin } from "@skucast/sftp/login";
import { SftpFailure } from "@skucast/sftp/sftp-failure";
import type { SftpTarget } from "@skucast/sftp/sftp-target";
import { tryLogin, withNextKey } from "@skucast/sftp/test-target";
import type { Call, WriteOptions } from "../call.js";
import type { CatalogContext } from "../context.js";
import { requireFound } from "../require-found.js";
import { lockRow, runChange } from "../transactions.js";
import { destinationOf } from "./destination-row.js";
import { reserveConnectionTest, STALL_TIMEOUT_MS } from "./reserve-connection-test.js";
import { placeOf } from "./seal-auth.js";

/** Replaces the current key with the next one, after a login with the next key has succeeded. */
export async function confirmDestinationKey(call: Call<{ id: string } & WriteOptions>): Promise<Destination> {
  const { ctx, input } = call;
  const { row, partner } = await reserveConnectionTest(call);
  const next = partner.type === "sftp" ? withNextKey(sftpTargetOf(partner)) : undefined;
  if (!next) throw new Problem("conflict", "There is no new key to confirm; create one with rotate-key.");
  if (!input.validateOnly) await assertLoginWorks(ctx, next);
  return runChange(call, "feeds:write", async (change) => {
    const { tx, workspaceId, now, audit } = change;
    const where = { workspaceId_id: { workspaceId, id: input.id } };
    await lockRow(change, "destinations", input.id);
    const present = requireFound(await tx.destination.findUnique({ where }), "destination", input.id);
    if (present.nextPublicKey !== row.nextPublicKey) {
      throw new Problem(
        "conflict",
        "The new key was replaced by a concurrent request; read the destination and try again.",
      );
    }
    const data = { ...promoted(ctx, present), version: { increment: 1 }, updatedAt: now };
    const confirmed = destinationOf(await tx.destination.update({ where, data }));
    await audit("destination.key_confirmed", input.id, { public_key: present.nextPublicKey });
    return confirmed;
  });
}

async function assertLoginWorks(ctx: CatalogContext, target: SftpTarget): Promise<void> {
  const signal = AbortSignal.timeout(LIMITS.destinationTestTimeoutMs);
  try {
    await tryLogin(target, { guard: ctx.guard, signal, stallTimeoutMs: STALL_TIMEOUT_MS });
  } catch (error) {
    if (!(error instanceof SftpFailure) && !signal.aborted) throw error;
    const reason = error instanceof SftpFailure ? error.message : "the host did not answer in time";
    throw new Problem("conflict", `The login with the new key failed, so both keys stay: ${reason}.`);
  }
}

/**
 * Moves the next login to the columns of the current one. It is encrypted again, because a sealed value is bound to its
 * column. A password in addition to the key stays.
 */
function promoted({ keyring }: CatalogContext, row: DestinationRow) {
  if (!row.nextAuthSealed) throw new Error("a destination with a next public key has no private key for it");
  const present = parseLogin(openSecret(keyring, row.authSealed, placeOf(row, "auth")), null);
  const next = parseLogin(openSecret(keyring, row.nextAuthSealed, placeOf(row, "next_auth")), null);
  const login = JSON.stringify({ ...next, password: present.password });
  return {
    authSealed: Uint8Array.from(sealSecret(keyring, login, placeOf(row, "auth"))),
    publicKey: row.nextPublicKey,
    nextAuthSealed: null,
    nextPublicKey: null,
  };
}
