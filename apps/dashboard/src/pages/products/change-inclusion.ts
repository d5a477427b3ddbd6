import type { Channel } from "@skucast/contracts/channels/channel";

/** Whether a channel always includes a product, never includes it, or decides by its filters. */
export const INCLUSIONS = ["in", "out", "filters"] as const;
export type Inclusion = (typeof INCLUSIONS)[number];

/** The SKU lists of a channel's selection after changing the inclusion of these products. */
export function changeInclusion(
  { include_skus, exclude_skus }: Channel["selection"],
  skus: readonly string[],
  inclusion: Inclusion,
): { include_skus: string[]; exclude_skus: string[] } {
  const named = new Set(skus);
  const [included, excluded] = [include_skus, exclude_skus].map((list) => list.filter((sku) => !named.has(sku)));
  return {
    include_skus: [...(included ?? []), ...(inclusion === "in" ? named : [])],
    exclude_skus: [...(excluded ?? []), ...(inclusion === "out" ? named : [])],
  };
}

type NamedSkus = Pick<Channel["selection"], "include_skus" | "exclude_skus">;

/** The SKU lists after giving these products their former inclusion. Changes of other products stay. */
export function restoreInclusion(current: NamedSkus, former: NamedSkus, skus: readonly string[]): NamedSkus {
  const named = new Set(skus);
  const restored = (now: readonly string[], before: readonly string[]) => [
    ...now.filter((sku) => !named.has(sku)),
    ...before.filter((sku) => named.has(sku)),
  ];
  return {
    include_skus: restored(current.include_skus, former.include_skus),
    exclude_skus: restored(current.exclude_skus, former.exclude_skus),
  };
}
