import type { Channel } from "@skucast/contracts/channels/channel";

/** What a channel says of products by their SKUs: always in, never in, or as its filters have it. */
export const INCLUSIONS = ["in", "out", "filters"] as const;
export type Inclusion = (typeof INCLUSIONS)[number];

/** The lists of a channel's selection once it says this of the products, and of all others what it said before. */
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
