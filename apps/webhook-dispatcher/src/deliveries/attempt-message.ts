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
  /** Attempts of it began and did not end, so it may be what ends processes: nothing else like it beside it. */
  readonly isSuspect?: boolean;
  /** What the endpoint's owner wants at most. */
  readonly ratePerSecond?: number | undefined;
}

const bodySchema = z.object({
  workspace_id: z.string(),
  delivery_id: z.string(),
  endpoint_id: z.string(),
  claim: z.string().regex(/^\d+$/),
  is_suspect: z.boolean().optional(),
  rate_per_second: z.number().positive().optional(),
});

export function renderAttemptOrder(order: AttemptOrder): BusMessage {
  const { workspaceId, deliveryId, endpointId, claim, isSuspect = false, ratePerSecond } = order;
  const named = { workspace_id: workspaceId, delivery_id: deliveryId, endpoint_id: endpointId, claim };
  const optional = { ...(isSuspect && { is_suspect: true }), rate_per_second: ratePerSecond };
  return {
    id: `${deliveryId}:${claim}`,
    routingKey: QUEUES.webhookAttempts.pattern,
    body: JSON.stringify({ ...named, ...optional }),
  };
}

/** The order in a message's body; undefined when it is none. */
export function parseAttemptOrder(body: string): AttemptOrder | undefined {
  const parsed = bodySchema.safeParse(parseJson(body));
  if (!parsed.success) return undefined;
  const { workspace_id, delivery_id, endpoint_id, claim, is_suspect = false, rate_per_second } = parsed.data;
  return {
    ...{ workspaceId: workspace_id, deliveryId: delivery_id, endpointId: endpoint_id, claim },
    ...{ isSuspect: is_suspect, ratePerSecond: rate_per_second },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
