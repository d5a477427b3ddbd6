import type { BusMessage } from "@skucast/events/bus";
import { QUEUES } from "@skucast/events/topology";
import { z } from "zod";

/** An order to attempt a delivery now. */
export interface AttemptOrder {
  readonly workspaceId: string;
  readonly deliveryId: string;
  readonly endpointId: string;
  /** How often the delivery had been claimed when the order was written. A later claim makes the order void. */
  readonly claim: string;
  /** The endpoint's configured maximum rate. */
  readonly ratePerSecond?: number | undefined;
  /** It is part of a bulk change and waits behind single changes; see waiting-events.ts. */
  readonly isBulk?: boolean | undefined;
}

/**
 * Orders in one message. A message costs the broker and both of its clients about as much as signing a delivery, and it
 * stays unacknowledged until the last of its attempts has ended.
 */
const ORDERS_MAX = 8;

const orderSchema = z.object({
  workspace_id: z.string(),
  delivery_id: z.string(),
  endpoint_id: z.string(),
  claim: z.string().regex(/^\d+$/),
  rate_per_second: z.number().positive().optional(),
  is_bulk: z.boolean().optional(),
});
const bodySchema = z.object({ orders: z.array(orderSchema).min(1) });

/** The orders in as few messages as possible. */
export const renderAttemptOrders = (orders: readonly AttemptOrder[]): BusMessage[] =>
  Array.from({ length: Math.ceil(orders.length / ORDERS_MAX) }, (_, i) =>
    renderMessage(orders.slice(i * ORDERS_MAX, (i + 1) * ORDERS_MAX)),
  );

function renderMessage(orders: readonly AttemptOrder[]): BusMessage {
  return {
    id: `${orders[0]?.deliveryId}:${orders[0]?.claim}`,
    routingKey: QUEUES.webhookAttempts.pattern,
    body: JSON.stringify({ orders: orders.map(renderOrder) }),
  };
}

const renderOrder = (order: AttemptOrder) => ({
  workspace_id: order.workspaceId,
  delivery_id: order.deliveryId,
  endpoint_id: order.endpointId,
  claim: order.claim,
  rate_per_second: order.ratePerSecond,
  is_bulk: order.isBulk,
});

/** The orders in a message's body; undefined when the body is not valid. */
export function parseAttemptOrders(body: string): AttemptOrder[] | undefined {
  const parsed = bodySchema.safeParse(parseJson(body));
  return parsed.data?.orders.map((order) => ({
    workspaceId: order.workspace_id,
    deliveryId: order.delivery_id,
    endpointId: order.endpoint_id,
    claim: order.claim,
    ratePerSecond: order.rate_per_second,
    isBulk: order.is_bulk,
  }));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
