import type { Destination } from "@skucast/contracts/destinations/destination";
import type { Call } from "../call.js";
import { requireFound } from "../require-found.js";
import { runRead } from "../transactions.js";
import { destinationOf } from "./destination-row.js";

export function getDestination(call: Call<{ id: string }>): Promise<Destination> {
  const { id } = call.input;
  return runRead(call, "feeds:read", async (tx, workspaceId) =>
    destinationOf(
      requireFound(
        await tx.destination.findUnique({ where: { workspaceId_id: { workspaceId, id } } }),
        "destination",
        id,
      ),
    ),
  );
}
