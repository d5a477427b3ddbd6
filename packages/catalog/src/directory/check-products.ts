import { fixHintOf } from "@skucast/contracts/channel-profiles/issue-codes";
import type { ChannelCreate } from "@skucast/contracts/channels/channel";
import { Problem } from "@skucast/contracts/problem";
import { compileChannel } from "@skucast/profiles/channel/compile-channel";
import { withVariantComparison } from "@skucast/profiles/channel/watch-variants";
import { NO_WORKSPACE } from "@skucast/service-kit/turns";
import type { Cancellable } from "../cancellable.js";
import type { CatalogContext } from "../context.js";
import { mapInSlices } from "../map-in-slices.js";
import { decideChange } from "../products/decide-product.js";
import { type ParsedItem, parseItems } from "../products/parse-items.js";
import { type ProductValidation, rejectedItem } from "../products/validate-products.js";

interface Call extends Cancellable {
  readonly ctx: Pick<CatalogContext, "clock" | "turns">;
  readonly input: { readonly items: readonly unknown[] } & Pick<ChannelCreate, "profile" | "market">;
}

/** Checks new products as a channel with this profile and market would. Needs no workspace and stores nothing. */
export async function checkProducts({ ctx, input, signal }: Call): Promise<ProductValidation[]> {
  const { items, profile, market } = input;
  const compiled = compileChannel({ id: "", profile, market, defaults: {}, rules: [] }, ctx.clock.now());
  const channel = withVariantComparison(compiled);
  const check = (item: ParsedItem, index: number): ProductValidation => {
    if ("problem" in item) return rejectedItem(index, item.sku, item.problem);
    const { sku } = item.body;
    try {
      const decision = decideChange({ sku, body: item.body, mode: "merge", mustExist: false }, null);
      const row = decision.type === "write" ? channel.map(decision.next.content) : null;
      const issues = (row?.issues ?? []).map((issue) => ({ ...issue, fix_hint: fixHintOf(issue.code) }));
      return { index, sku, isValid: row?.isValid ?? true, change: "create", faults: [], issues, reasons: [] };
    } catch (error) {
      if (error instanceof Problem) return rejectedItem(index, sku, error);
      throw error;
    }
  };
  const slices = { signal, turn: () => ctx.turns.next(NO_WORKSPACE) };
  return mapInSlices(await parseItems(items, slices), check, slices);
}
