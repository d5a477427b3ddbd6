import { BEGUN_MS_MAX, type Delivery } from "@skucast/contracts/deliveries/delivery";
import { firstIdAt } from "@skucast/contracts/ids";
import type { Delivery as DeliveryRow, Prisma } from "@skucast/db/generated/client";
import { type CreatedWithin, idsWithin } from "../ids-within.js";
import { type Call, found, type Page, type PageRequest, pageOf, reading } from "../resources.js";
import { deliveryOf } from "./delivery-row.js";

type Input = PageRequest &
  CreatedWithin & { endpointId: string; status?: string | undefined; eventId?: string | undefined };

/**
 * How those of a status are found: an index knows what waits and what ended without success. What is under way since it was
 * planned is not in it, and is young.
 */
function waysTo(status: string | undefined, now: Date): Prisma.DeliveryWhereInput[] {
  if (status === undefined || status === "delivered") return [status === undefined ? {} : { status }];
  const begun = { status, isUndelivered: false, id: { gte: firstIdAt("dlv", now.getTime() - BEGUN_MS_MAX) } };
  return [{ status, isUndelivered: true }, ...(status === "pending" ? [begun] : [])];
}

/** A page of an endpoint's deliveries with their attempts, newest first. */
export function listDeliveries(call: Call<Input>): Promise<Page<Delivery>> {
  const { limit, endpointId, status, eventId } = call.input;
  return reading(call, "webhooks:read", async (tx, workspaceId) => {
    const endpoint = await tx.webhookEndpoint.findUnique({
      where: { workspaceId_id: { workspaceId, id: endpointId } },
    });
    found(endpoint, "webhook endpoint", endpointId);
    const where = { workspaceId, endpointId, id: idsWithin("dlv", call.input), ...(eventId && { eventId }) };
    const rows: DeliveryRow[] = [];
    for (const way of waysTo(status, call.ctx.clock.now())) {
      rows.push(
        ...(await tx.delivery.findMany({ where: { AND: [where, way] }, orderBy: { id: "desc" }, take: limit + 1 })),
      );
    }
    const newest = rows.toSorted((one, other) => (one.id < other.id ? 1 : -1)).slice(0, limit + 1);
    const { items, next } = pageOf(newest, limit);
    const attempts = await tx.deliveryAttempt.findMany({
      where: { workspaceId, deliveryId: { in: items.map(({ id }) => id) } },
      orderBy: [{ deliveryId: "asc" }, { number: "asc" }],
    });
    const byDelivery = Map.groupBy(attempts, ({ deliveryId }) => deliveryId);
    const events = await tx.event.findMany({
      where: { workspaceId, id: { in: items.map((row) => row.eventId) } },
      select: { id: true, type: true },
    });
    const typeOf = new Map(events.map(({ id, type }) => [id, type]));
    const told = (row: (typeof items)[number]) => ({
      eventType: typeOf.get(row.eventId),
      attempts: byDelivery.get(row.id) ?? [],
    });
    return { items: items.map((row) => deliveryOf(row, told(row))), next };
  });
}
