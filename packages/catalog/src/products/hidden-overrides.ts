import type { Binding } from "@skucast/contracts/principal";
import type { ProductContent } from "@skucast/contracts/products/product";
import { readActorChannels } from "@skucast/db/channels/read-actor-channels";
import type { Database } from "@skucast/db/database";

export type Overrides = NonNullable<ProductContent["channel_overrides"]>;

/** The channels that the caller may see; null for all of them. */
export type VisibleChannels = ReadonlySet<string> | null;

/** In a rendered product with overrides. */
const OVERRIDES = '"channel_overrides":{';

/** Only read if one of the products has overrides: for the others it makes no difference. */
export async function visibleChannelsFor(
  { db }: { readonly db: Database },
  binding: Binding,
  docs: Iterable<string | null | undefined>,
): Promise<VisibleChannels> {
  for (const doc of docs) if (doc?.includes(OVERRIDES)) return readActorChannels(db, binding);
  return null;
}

/** The overrides of channels that the caller may not see; undefined if there are none. */
export function hiddenOverridesOf(
  { channel_overrides: overrides = {} }: Pick<ProductContent, "channel_overrides">,
  visible: VisibleChannels,
): Overrides | undefined {
  if (visible === null) return undefined;
  const hidden = Object.entries(overrides).filter(([channelId]) => !visible.has(channelId));
  return hidden.length === 0 ? undefined : Object.fromEntries(hidden);
}

/** The product without the overrides of hidden channels. */
export function withoutHidden(product: ProductContent, visible: ReadonlySet<string>): Partial<ProductContent> {
  const { channel_overrides: overrides, ...others } = product;
  if (overrides === undefined) return product;
  const shown = Object.entries(overrides).filter(([channelId]) => visible.has(channelId));
  return shown.length === 0 ? others : { ...product, channel_overrides: Object.fromEntries(shown) };
}
