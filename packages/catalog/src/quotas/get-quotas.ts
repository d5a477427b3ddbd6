import type { WorkspaceQuotas } from "@skucast/contracts/workspaces/quotas";
import { readWholeUsage } from "@skucast/db/usage/read-usage";
import type { Call } from "../call.js";

/** What the principal's workspace holds and may hold, whatever the principal may see of it. */
export async function getQuotas({ ctx, principal }: Call<object>): Promise<WorkspaceQuotas> {
  const used = await readWholeUsage(ctx.db, principal.workspaceId);
  const quota = (kind: keyof typeof used) => ({ used: used[kind], limit: ctx.quotas[kind] });
  return {
    products: quota("products"),
    catalog_bytes: quota("catalogBytes"),
    channels: quota("channels"),
    feeds: quota("feeds"),
    destinations: quota("destinations"),
    sources: quota("sources"),
    webhook_endpoints: quota("webhookEndpoints"),
  };
}
