import { bindingOf } from "@skucast/contracts/principal";
import { type HeldId, hasRowIds, readIdHolders } from "@skucast/db/listings/read-id-holders";
import type { CompiledChannel } from "@skucast/profiles/channel/compile-channel";
import { keyOfId } from "@skucast/profiles/channel/row-id";
import { duplicateId, withIdCheck } from "@skucast/profiles/channel/watch-ids";
import type { Call } from "../call.js";

/** The products of a channel whose ids other products have, for products that are read in parts. */
export interface KnownHolders {
  /** Reads the holders of the products that are mapped next. */
  read(products: readonly { readonly sku: string }[]): Promise<void>;
  /** Wraps the channel so that a product gets an error if its id is still the one that another product has. */
  check(channel: CompiledChannel): CompiledChannel;
}

/** Reads nothing of a draft, whose ids may be different, nor of a channel in which every id is the SKU. */
export async function createKnownHolders(
  { ctx, principal, input }: Call<{ readonly channel?: object | undefined }>,
  channelId: string,
): Promise<KnownHolders> {
  const binding = bindingOf(principal);
  const areKnown = input.channel === undefined && (await hasRowIds(ctx.db, binding, channelId));
  let known = new Map<string, HeldId>();
  return {
    async read(products) {
      if (!areKnown) return;
      const held = await readIdHolders(ctx.db, binding, { channelId, skus: products.map(({ sku }) => sku) });
      known = new Map(held.map((id) => [id.sku, id]));
    },
    check: (channel) =>
      withIdCheck(channel, (column) => (id, sku) => {
        const held = known.get(sku);
        if (held === undefined || held.rowId !== keyOfId(id)) return undefined;
        return duplicateId({ column, id, holder: held.holder });
      }),
  };
}
