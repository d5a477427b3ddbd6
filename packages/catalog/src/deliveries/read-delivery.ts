import type { Delivery } from "@skucast/contracts/deliveries/delivery";
import type { WorkspaceTransaction } from "@skucast/db/prisma";
import { found } from "../resources.js";
import { deliveryOf } from "./delivery-row.js";

/** A delivery with all of its attempts, in their order; throws not_found. */
export async function readDelivery(tx: WorkspaceTransaction, workspaceId: string, id: string): Promise<Delivery> {
  const row = found(await tx.delivery.findUnique({ where: { workspaceId_id: { workspaceId, id } } }), "delivery", id);
  const where = { workspaceId, deliveryId: id };
  return deliveryOf(row, await tx.deliveryAttempt.findMany({ where, orderBy: { number: "asc" } }));
}
