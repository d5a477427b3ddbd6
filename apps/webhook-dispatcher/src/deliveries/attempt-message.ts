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
}

const bodySchema = z.object({
  workspace_id: z.string(),
  delivery_id: z.string(),
  endpoint_id: z.string(),
  claim: z.string().regex(/^\d+$/),
});

export function renderAttemptOrder({ workspaceId, deliveryId, endpointId, claim }: AttemptOrder): BusMessage {
  return {
    id: `${deliveryId}:${claim}`,
    routingKey: QUEUES.webhookAttempts.pattern,
    body: JSON.stringify({ workspace_id: workspaceId, delivery_id: deliveryId, endpoint_id: endpointId, claim }),
  };
}

/** The order in a message's body; undefined when it is none. */
export function parseAttemptOrder(body: string): AttemptOrder | undefined {
  const parsed = bodySchema.safeParse(parseJson(body));
  if (!parsed.success) return undefined;
  const { workspace_id, delivery_id, endpoint_id, claim } = parsed.data;
  return { workspaceId: workspace_id, deliveryId: delivery_id, endpointId: endpoint_id, claim };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
