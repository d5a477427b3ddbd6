import type { Delivery } from "@skucast/contracts/deliveries/delivery";
import { type Call, reading } from "../resources.js";
import { readDelivery } from "./read-delivery.js";

export function getDelivery(call: Call<{ id: string }>): Promise<Delivery> {
  return reading(call, "webhooks:read", (tx, workspaceId) => readDelivery(tx, workspaceId, call.input.id));
}
