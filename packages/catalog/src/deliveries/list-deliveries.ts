import type { Delivery } from "@skucast/contracts/deliveries/delivery";
import { type CreatedWithin, idsWithin } from "../ids-within.js";
import { type Call, found, type Page, type PageRequest, pageOf, reading } from "../resources.js";
import { deliveryOf } from "./delivery-row.js";

type Input = PageRequest &
  CreatedWithin & { endpointId: string; status?: string | undefined; eventId?: string | undefined };

/** A page of an endpoint's deliveries with their attempts, newest first. */
export function listDeliveries(call: Call<Input>): Promise<Page<Delivery>> {
  const { limit, endpointId, status, eventId } = call.input;
  return reading(call, "webhooks:read", async (tx, workspaceId) => {
    const endpoint = await tx.webhookEndpoint.findUnique({
      where: { workspaceId_id: { workspaceId, id: endpointId } },
    });
    found(endpoint, "webhook endpoint", endpointId);
    const filter = { ...(status && { status }), ...(eventId && { eventId }) };
    const where = { workspaceId, endpointId, id: idsWithin("dlv", call.input), ...filter };
    const rows = await tx.delivery.findMany({ where, orderBy: { id: "desc" }, take: limit + 1 });
    const { items, next } = pageOf(rows, limit);
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
