import type { Delivery } from "@skucast/contracts/deliveries/delivery";
import { Problem } from "@skucast/contracts/problem";
import type { Call, WriteOptions } from "../call.js";
import { lockRow, runChange } from "../transactions.js";
import { readDelivery } from "./read-delivery.js";

/**
 * Makes a delivery due now, unless an attempt is running or it waits for earlier deliveries (a conflict). The dispatcher
 * sends it within a second, before other deliveries. A delivery that ended without success restarts its schedule; a
 * successful one gets only this attempt.
 */
export function retryDelivery(call: Call<{ id: string } & WriteOptions>): Promise<Delivery> {
  const { id } = call.input;
  return runChange(call, "webhooks:write", async (change) => {
    const { tx, workspaceId, now } = change;
    await lockRow(change, "deliveries", id);
    const delivery = await readDelivery(tx, workspaceId, id);
    const endpoint = await tx.webhookEndpoint.findUnique({
      where: { workspaceId_id: { workspaceId, id: delivery.endpoint_id } },
    });
    if (endpoint?.status !== "active") {
      throw new Problem("conflict", `The endpoint is ${endpoint?.status ?? "gone"}; set its status to active first.`);
    }
    const event = { workspaceId_id: { workspaceId, id: delivery.event_id } };
    if ((await tx.event.findUnique({ where: event, select: { id: true } })) === null) {
      throw new Problem("conflict", `The event ${delivery.event_id} is no longer stored.`);
    }
    const { unfinishedCount, leaseUntil } = await tx.delivery.findUniqueOrThrow({
      where: { workspaceId_id: { workspaceId, id } },
      select: { unfinishedCount: true, leaseUntil: true },
    });
    if (delivery.status === "pending" && unfinishedCount > 0 && leaseUntil !== null && leaseUntil > now) {
      const detail = "An attempt of the delivery is running; retry when it has ended, at the latest after its timeout.";
      throw new Problem("conflict", detail);
    }
    if (delivery.status === "pending" && delivery.next_attempt_at === null) {
      const detail = "The delivery waits until earlier deliveries about the same object have ended.";
      throw new Problem("conflict", detail);
    }
    const hasEnded = delivery.status === "failed" || delivery.status === "cancelled";
    const schedule = hasEnded ? { scheduleStart: delivery.attempt_count } : {};
    const data = {
      status: "pending",
      nextAttemptAt: now,
      completedAt: null,
      leaseUntil: null,
      isAsked: true,
      ...schedule,
    };
    await tx.delivery.update({ where: { workspaceId_id: { workspaceId, id } }, data });
    return readDelivery(tx, workspaceId, id);
  });
}
