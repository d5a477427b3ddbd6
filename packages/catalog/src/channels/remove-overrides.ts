import { wholeWorkspace } from "@skucast/contracts/principal";
import { listOverridden } from "@skucast/db/products/list-overridden";
import type { CatalogContext } from "../context.js";
import { decideChange, type StoredState } from "../products/decide-product.js";
import { writeProducts } from "../products/write-products.js";

const PAGE_SIZE = 500;

/**
 * Removes the products' overrides for a deleted channel, page by page. Each product is changed as by a patch, with an
 * event. All products of the workspace are included: permission to delete the channel covers its overrides.
 */
export async function removeOverrides(
  ctx: Pick<CatalogContext, "db" | "clock" | "productQuota" | "onStored">,
  { workspaceId, channelId }: { workspaceId: string; channelId: string },
): Promise<void> {
  const binding = wholeWorkspace(workspaceId);
  for (let after = ""; ; ) {
    const skus = await listOverridden(ctx.db, binding, { channelId, after, limit: PAGE_SIZE });
    const decide = (sku: string) => (stored: StoredState | null) =>
      decideChange({ sku, body: patchFor(stored, channelId), mode: "merge", mustExist: true }, stored);
    await writeProducts(
      ctx,
      binding,
      skus.map((sku) => ({ sku, decide: decide(sku) })),
    );
    if (skus.length > 0) ctx.onStored();
    if (skus.length < PAGE_SIZE) return;
    after = skus.at(-1) ?? after;
  }
}

/** Removes the override; removing the last one removes the field. */
function patchFor(stored: StoredState | null, channelId: string) {
  const overrides = stored?.content?.channel_overrides ?? {};
  const isLast = Object.keys(overrides).every((id) => id === channelId);
  return { channel_overrides: isLast && channelId in overrides ? null : { [channelId]: null } };
}
