import type { Delivery } from "@skucast/contracts/deliveries/delivery";
import type { Call } from "../call.js";
import { runRead } from "../transactions.js";
import { readDelivery } from "./read-delivery.js";

export function getDelivery(call: Call<{ id: string }>): Promise<Delivery> {
  return runRead(call, "webhooks:read", (tx, workspaceId) => readDelivery(tx, workspaceId, call.input.id));
}
