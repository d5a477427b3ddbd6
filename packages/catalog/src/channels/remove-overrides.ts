import type { ChangedBy } from "@skucast/contracts/events/changed-by";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { listOverridden } from "@skucast/db/products/list-overridden";
import type { CatalogContext } from "../context.js";
import { withoutOverrides } from "../products/without-overrides.js";
import { writeProducts } from "../products/write-products.js";

const PAGE_SIZE = 500;

/**
 * Removes the products' overrides for a deleted channel, page by page. Each product is changed as by a patch, with an
 * event. All products of the workspace are included: permission to delete the channel covers its overrides. A product that
 * is written meanwhile loses the override with that write (write-products.ts).
 */
export async function removeOverrides(
  ctx: Pick<CatalogContext, "db" | "clock" | "turns" | "productQuota" | "onStored">,
  { workspaceId, channelId, changedBy }: { workspaceId: string; channelId: string; changedBy: ChangedBy },
): Promise<void> {
  const binding = wholeWorkspace(workspaceId);
  for (let after = ""; ; ) {
    const skus = await listOverridden(ctx.db, binding, { channelId, after, limit: PAGE_SIZE });
    const intents = skus.map((sku) => ({ sku, decide: withoutOverrides(sku, new Set([channelId])), changedBy }));
    await writeProducts(ctx, binding, intents, { inParts: true });
    if (skus.length > 0) ctx.onStored();
    if (skus.length < PAGE_SIZE) return;
    after = skus.at(-1) ?? after;
  }
}
