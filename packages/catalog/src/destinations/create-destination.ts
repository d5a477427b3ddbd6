import type { Destination, DestinationCreate } from "@skucast/contracts/destinations/destination";
import { newId } from "@skucast/contracts/ids";
import { assertBelowLimit } from "../assert-below-limit.js";
import { holderOf } from "../bound-access/bound-access.js";
import type { Call, WriteOptions } from "../call.js";
import { requireRecentSignIn } from "../require-recent-sign-in.js";
import { requireScope } from "../require-scope.js";
import { runChange } from "../transactions.js";
import { assertLegacyDateAllowed } from "./assert-legacy-date-allowed.js";
import { assertServerAllowed, completedFields } from "./destination-address.js";
import { destinationColumns, destinationOf, withoutPublicKey } from "./destination-row.js";
import { sealAuth } from "./seal-auth.js";

/** Creates a destination. A person needs a recent sign-in, because it receives the files of feeds. */
export async function createDestination(
  call: Call<{ destination: DestinationCreate } & WriteOptions>,
): Promise<Destination> {
  const { ctx, principal, input } = call;
  requireScope(principal, "feeds:write");
  // The files of feeds go there: who may not read them must not have them sent.
  requireScope(principal, "feeds:read");
  requireRecentSignIn(ctx, principal);
  const { auth = { type: "none" } as const, headers = [] } = input.destination;
  const fields = completedFields(input.destination);
  const { legacy_algorithms_until: legacyUntil } = fields;
  assertLegacyDateAllowed(legacyUntil, ctx.clock.now());
  await assertServerAllowed(ctx, fields);
  return runChange(call, "feeds:write", async (change) => {
    const { tx, workspaceId, now, audit } = change;
    const count = () => tx.destination.count({ where: { workspaceId } });
    await assertBelowLimit(change, { count, max: ctx.quotas.destinations, noun: "destinations" });
    const id = newId("dst", now.getTime());
    const sealed = sealAuth(ctx, { workspaceId, id }, auth, headers);
    const times = { createdAt: now, updatedAt: now };
    const data = { workspaceId, id, ...destinationColumns(fields), ...sealed, ...times, boundTo: holderOf(principal) };
    const created = destinationOf(await tx.destination.create({ data }));
    await audit("destination.created", id, {
      name: created.name,
      type: created.type,
      host: created.host,
      host_keys: created.host_keys,
      ...(legacyUntil !== null && { legacy_algorithms_until: legacyUntil }),
    });
    return input.validateOnly ? withoutPublicKey(created) : created;
  });
}
