import type { Delivery } from "@skucast/contracts/deliveries/delivery";
import { Problem } from "@skucast/contracts/problem";
import type { Call, WriteOptions } from "../call.js";
import { lockRow, runChange } from "../transactions.js";
import { readDelivery } from "./read-delivery.js";

/**
 * Makes a delivery due now, whatever became of it; the dispatcher takes it up within a second, whatever else waits. What
 * had ended without success begins its schedule anew; what had succeeded gets this one attempt.
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
      throw new Problem("conflict", `The event ${delivery.event_id} is older than what is kept.`);
    }
    const { unfinishedCount, leaseUntil } = await tx.delivery.findUniqueOrThrow({
      where: { workspaceId_id: { workspaceId, id } },
      select: { unfinishedCount: true, leaseUntil: true },
    });
    if (delivery.status === "pending" && unfinishedCount > 0 && leaseUntil !== null && leaseUntil > now) {
      const detail =
        "An attempt of the delivery is under way; it is written down when it has ended, by its timeout at the latest.";
      throw new Problem("conflict", detail);
    }
    if (delivery.status === "pending" && delivery.next_attempt_at === null) {
      const detail = "The delivery waits in order, until those before it about the same object have ended.";
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
