import type { Destination } from "@skucast/contracts/destinations/destination";
import { type Call, found, reading } from "../resources.js";
import { destinationOf } from "./destination-row.js";

export function getDestination(call: Call<{ id: string }>): Promise<Destination> {
  const { id } = call.input;
  return reading(call, "feeds:read", async (tx, workspaceId) =>
    destinationOf(
      found(await tx.destination.findUnique({ where: { workspaceId_id: { workspaceId, id } } }), "destination", id),
    ),
  );
}
