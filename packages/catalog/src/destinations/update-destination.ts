import type { Destination, DestinationPatch } from "@skucast/contracts/destinations/destination";
import { requireScope } from "../require-scope.js";
import { type Call, changing, definedOf, found, lock, previousOf, type WriteOptions } from "../resources.js";
import { checkTarget } from "../targets.js";
import { destinationOf, withoutPublicKey } from "./destination-row.js";
import { sealAuth } from "./seal-auth.js";

/** Changes a destination. A new auth replaces the login; with public_key a new key pair is made. */
export async function updateDestination(
  call: Call<{ id: string; patch: DestinationPatch } & WriteOptions>,
): Promise<Destination> {
  const { ctx, principal, input } = call;
  const { id, patch, precondition } = input;
  requireScope(principal, "feeds:write");
  return changing(call, "feeds:write", async (change) => {
    const { tx, workspaceId, now } = change;
    const where = { workspaceId_id: { workspaceId, id } };
    await lock(change, "destinations", id);
    const before = destinationOf(found(await tx.destination.findUnique({ where }), "destination", id));
    precondition?.(before.version);
    const { auth, host_keys, ...fields } = definedOf(patch);
    if (fields.host !== undefined || fields.port !== undefined) {
      await checkTarget("/host", () => ctx.guard.checkHost(fields.host ?? before.host, fields.port ?? before.port));
    }
    const after = { ...before, ...fields, host_keys: host_keys ?? before.host_keys };
    if (!auth && Object.keys(previousOf(before, after)).length === 0) return before;
    const sealed = auth ? sealAuth(ctx, { workspaceId, id }, auth) : {};
    const data = { ...fields, hostKeys: after.host_keys, ...sealed, version: { increment: 1 }, updatedAt: now };
    const updated = destinationOf(await tx.destination.update({ where, data }));
    return auth && input.validateOnly ? withoutPublicKey(updated) : updated;
  });
}
