import { wholeWorkspace } from "@skucast/contracts/principal";
import { listOverridden } from "@skucast/db/products/list-overridden";
import type { CatalogContext } from "../context.js";
import { decideChange, type StoredState } from "../products/decide-product.js";
import { writeProducts } from "../products/write-products.js";

/** Written at a time. */
const PAGE = 500;

/**
 * Takes away what products override in a channel that was deleted, page by page: each product is changed as by a patch,
 * with its event. Whoever may delete a channel may have its overrides removed, so it sees the whole workspace.
 */
export async function removeOverrides(
  ctx: Pick<CatalogContext, "db" | "clock" | "onStored">,
  { workspaceId, channelId, traceparent }: { workspaceId: string; channelId: string; traceparent?: string | undefined },
): Promise<void> {
  const binding = wholeWorkspace(workspaceId);
  for (let after = ""; ; ) {
    const skus = await listOverridden(ctx.db, binding, { channelId, after, limit: PAGE });
    const decide = (sku: string) => (stored: StoredState | null) =>
      decideChange({ sku, body: patchFor(stored, channelId), mode: "merge", mustExist: true }, stored);
    await writeProducts(
      ctx,
      binding,
      skus.map((sku) => ({ sku, decide: decide(sku), traceparent })),
    );
    if (skus.length > 0) ctx.onStored();
    if (skus.length < PAGE) return;
    after = skus.at(-1) ?? after;
  }
}

/** The last override takes the field with it. */
function patchFor(stored: StoredState | null, channelId: string) {
  const overrides = stored?.content?.channel_overrides ?? {};
  const isLast = Object.keys(overrides).every((id) => id === channelId);
  return { channel_overrides: isLast && channelId in overrides ? null : { [channelId]: null } };
}
