import type { BusMessage } from "@skucast/events/bus";
import { QUEUES } from "@skucast/events/topology";
import { z } from "zod";

/** "Attempt this delivery now." */
export interface AttemptOrder {
  readonly workspaceId: string;
  readonly deliveryId: string;
  readonly endpointId: string;
  /** How often the delivery had been taken when this was written; it is void once somebody has taken it since. */
  readonly claim: string;
  /** What the endpoint's owner wants at most. */
  readonly ratePerSecond?: number | undefined;
  /** It may wait behind single changes; see waiting-events.ts. */
  readonly isBulk?: boolean | undefined;
}

/**
 * Orders in one message, at most. A message costs the broker and both of its clients about as much as signing costs; it
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

/** The orders in as few messages as may be. */
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

const renderOrder = ({ workspaceId, deliveryId, endpointId, claim, ratePerSecond, isBulk }: AttemptOrder) => ({
  ...{ workspace_id: workspaceId, delivery_id: deliveryId, endpoint_id: endpointId, claim },
  ...{ rate_per_second: ratePerSecond, is_bulk: isBulk },
});

/** The orders in a message's body; undefined when it holds none. */
export function parseAttemptOrders(body: string): AttemptOrder[] | undefined {
  const parsed = bodySchema.safeParse(parseJson(body));
  return parsed.data?.orders.map((order) => ({
    ...{ workspaceId: order.workspace_id, deliveryId: order.delivery_id, endpointId: order.endpoint_id },
    ...{ claim: order.claim, ratePerSecond: order.rate_per_second, isBulk: order.is_bulk },
  }));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
