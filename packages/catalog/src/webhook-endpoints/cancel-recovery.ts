import { Problem } from "@skucast/contracts/problem";
import type { Recovery } from "@skucast/contracts/webhook-endpoints/recovery";
import type { Call, WriteOptions } from "../call.js";
import { requireFound } from "../require-found.js";
import { lockRow, runChange } from "../transactions.js";
import { recoveryOf } from "./recovery-row.js";

/**
 * Cancels a running recovery, after its current step. Deliveries that it has queued are still sent. Cancelling again
 * changes nothing; a completed recovery is a conflict.
 */
export function cancelRecovery(call: Call<{ endpointId: string; id: string } & WriteOptions>): Promise<Recovery> {
  const { endpointId, id } = call.input;
  return runChange(call, "webhooks:write", async (change) => {
    const { tx, workspaceId, now, audit } = change;
    const endpointKey = { workspaceId_id: { workspaceId, id: endpointId } };
    const { url } = requireFound(
      await tx.webhookEndpoint.findUnique({ where: endpointKey }),
      "webhook endpoint",
      endpointId,
    );
    await lockRow(change, "webhook_recoveries", id);
    const row = requireFound(
      await tx.webhookRecovery.findFirst({ where: { workspaceId, endpointId, id } }),
      "recovery",
      id,
    );
    if (row.status === "cancelled") return recoveryOf(row);
    if (row.status !== "running") {
      throw new Problem("conflict", `The recovery has ${row.status}; only one that is running can be cancelled.`);
    }
    await audit("webhook_endpoint.recovery_cancelled", endpointId, { host: new URL(url).host, recovery_id: id });
    const where = { workspaceId_id: { workspaceId, id } };
    return recoveryOf(await tx.webhookRecovery.update({ where, data: { status: "cancelled", completedAt: now } }));
  });
}
