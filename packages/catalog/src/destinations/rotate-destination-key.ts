import type { Destination } from "@skucast/contracts/destinations/destination";
import { Problem } from "@skucast/contracts/problem";
import type { Call, WriteOptions } from "../call.js";
import { requireFound } from "../require-found.js";
import { lockRow, runChange } from "../transactions.js";
import { destinationOf, withoutPublicKey } from "./destination-row.js";
import { sealNewKey } from "./seal-auth.js";

/**
 * Creates a key pair that will replace the current one. Logins try both until the new one is confirmed. Calling it again
 * replaces the unconfirmed key.
 */
export function rotateDestinationKey(call: Call<{ id: string } & WriteOptions>): Promise<Destination> {
  const { ctx, input } = call;
  const { id, precondition } = input;
  return runChange(call, "feeds:write", async (change) => {
    const { tx, workspaceId, now, audit } = change;
    const where = { workspaceId_id: { workspaceId, id } };
    await lockRow(change, "destinations", id);
    const before = destinationOf(requireFound(await tx.destination.findUnique({ where }), "destination", id));
    precondition?.(before.version);
    if (before.auth.type !== "public_key") {
      throw new Problem("conflict", "The destination logs in with a password; set auth.type to public_key first.");
    }
    const { publicKey, sealed } = sealNewKey(ctx.keyring, { workspaceId, id }, { column: "next_auth" });
    const data = { nextAuthSealed: sealed, nextPublicKey: publicKey, version: { increment: 1 }, updatedAt: now };
    const rotated = destinationOf(await tx.destination.update({ where, data }));
    await audit("destination.key_rotated", id, { next_public_key: publicKey });
    return input.validateOnly ? withoutPublicKey(rotated) : rotated;
  });
}
