import type { Recovery } from "@skucast/contracts/webhook-endpoints/recovery";
import type { Call } from "../call.js";
import { idsWithin } from "../ids-within.js";
import { type Page, type PageRequest, pageOf } from "../page.js";
import { requireFound } from "../require-found.js";
import { runRead } from "../transactions.js";
import { recoveryOf } from "./recovery-row.js";

/** A page of an endpoint's recoveries, newest first. */
export function listRecoveries(call: Call<PageRequest & { endpointId: string }>): Promise<Page<Recovery>> {
  const { after, limit, endpointId } = call.input;
  return runRead(call, "webhooks:read", async (tx, workspaceId) => {
    const endpoint = { workspaceId_id: { workspaceId, id: endpointId } };
    requireFound(await tx.webhookEndpoint.findUnique({ where: endpoint }), "webhook endpoint", endpointId);
    const where = { workspaceId, endpointId, id: idsWithin("rec", { after }) };
    const rows = await tx.webhookRecovery.findMany({ where, orderBy: { id: "desc" }, take: limit + 1 });
    const { items, next } = pageOf(rows, limit);
    return { items: items.map(recoveryOf), next };
  });
}
