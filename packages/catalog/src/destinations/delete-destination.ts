import { Problem } from "@skucast/contracts/problem";
import type { Call, WriteOptions } from "../call.js";
import { requireFound } from "../require-found.js";
import { lockRow, runChange } from "../transactions.js";
import { destinationOf } from "./destination-row.js";

/** Deletes a destination to which no feed delivers. */
export function deleteDestination(call: Call<{ id: string } & WriteOptions>): Promise<void> {
  const { id, precondition } = call.input;
  return runChange(call, "feeds:write", async (change) => {
    const { tx, workspaceId, audit } = change;
    const where = { workspaceId_id: { workspaceId, id } };
    await lockRow(change, "destinations", id);
    const destination = destinationOf(requireFound(await tx.destination.findUnique({ where }), "destination", id));
    precondition?.(destination.version);
    const feeds = await tx.feed.count({
      where: { workspaceId, deliveries: { array_contains: [{ destination_id: id }] } },
    });
    if (feeds > 0) throw new Problem("conflict", `${feeds} feed(s) deliver to this destination; change them first.`);
    await audit("destination.deleted", id, { name: destination.name, host: destination.host });
    await tx.destination.delete({ where });
  });
}
