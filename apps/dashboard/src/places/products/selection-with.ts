import type { Channel } from "@skucast/contracts/channels/channel";

/** What a channel says of products by their SKUs: always in, never in, or as its filters have it. */
export const NAMED_PLACES = ["in", "out", "filters"] as const;
export type NamedPlace = (typeof NAMED_PLACES)[number];

/** The lists of a channel's selection once it says this of the products, and of all others what it said before. */
export function selectionWith(
  { include_skus, exclude_skus }: Channel["selection"],
  skus: readonly string[],
  place: NamedPlace,
): { include_skus: string[]; exclude_skus: string[] } {
  const named = new Set(skus);
  const [included, excluded] = [include_skus, exclude_skus].map((list) => list.filter((sku) => !named.has(sku)));
  return {
    include_skus: [...(included ?? []), ...(place === "in" ? named : [])],
    exclude_skus: [...(excluded ?? []), ...(place === "out" ? named : [])],
  };
}
