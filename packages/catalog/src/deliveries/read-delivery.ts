import type { Delivery } from "@skucast/contracts/deliveries/delivery";
import type { WorkspaceTransaction } from "@skucast/db/prisma";
import { requireFound } from "../require-found.js";
import { deliveryOf } from "./delivery-row.js";

/** A delivery with all of its attempts in order. Throws not_found. */
export async function readDelivery(tx: WorkspaceTransaction, workspaceId: string, id: string): Promise<Delivery> {
  const row = requireFound(
    await tx.delivery.findUnique({ where: { workspaceId_id: { workspaceId, id } } }),
    "delivery",
    id,
  );
  const where = { workspaceId, deliveryId: id };
  const attempts = await tx.deliveryAttempt.findMany({ where, orderBy: { number: "asc" } });
  const event = { workspaceId_id: { workspaceId, id: row.eventId } };
  const eventType = (await tx.event.findUnique({ where: event, select: { type: true } }))?.type;
  return deliveryOf(row, { eventType, attempts });
}
