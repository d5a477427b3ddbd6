import type { Destination, DestinationPatch } from "@skucast/contracts/destinations/destination";
import { Problem } from "@skucast/contracts/problem";
import { requireScope } from "../require-scope.js";
import { type Call, changing, definedOf, found, lock, previousOf, reading, type WriteOptions } from "../resources.js";
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
  const checked = await checkNewAddress(call);
  return changing(call, "feeds:write", async (change) => {
    const { tx, workspaceId, now, audit } = change;
    const where = { workspaceId_id: { workspaceId, id } };
    await lock(change, "destinations", id);
    const before = destinationOf(found(await tx.destination.findUnique({ where }), "destination", id));
    precondition?.(before.version);
    if (checked !== undefined && checked !== addressOf(before, patch)) {
      throw new Problem("conflict", "The destination's address was changed at the same moment; read it and try again.");
    }
    const { auth, host_keys, ...fields } = definedOf(patch);
    const after = { ...before, ...fields, host_keys: host_keys ?? before.host_keys };
    const changed = [...Object.keys(previousOf(before, after)), ...(auth ? ["auth"] : [])];
    if (changed.length === 0) return before;
    const sealed = auth ? sealAuth(ctx, { workspaceId, id }, auth) : {};
    const data = { ...fields, hostKeys: after.host_keys, ...sealed, version: { increment: 1 }, updatedAt: now };
    const updated = destinationOf(await tx.destination.update({ where, data }));
    await audit("destination.updated", id, { changed });
    return auth && input.validateOnly ? withoutPublicKey(updated) : updated;
  });
}

type Address = Pick<Destination, "host" | "port">;

const addressOf = (before: Address, { host = before.host, port = before.port }: DestinationPatch): string =>
  `${host}:${port}`;

/**
 * The address that the patch leads to, after the guard let it pass; undefined when the patch names none. DNS may be slow:
 * no transaction waits for it.
 */
async function checkNewAddress(call: Call<{ id: string; patch: DestinationPatch }>): Promise<string | undefined> {
  const { id, patch } = call.input;
  if (patch.host === undefined && patch.port === undefined) return undefined;
  const before = await reading(call, "feeds:write", async (tx, workspaceId) =>
    found(await tx.destination.findUnique({ where: { workspaceId_id: { workspaceId, id } } }), "destination", id),
  );
  const { host = before.host, port = before.port } = patch;
  await checkTarget("/host", () => call.ctx.guard.checkHost(host, port));
  return addressOf(before, patch);
}
