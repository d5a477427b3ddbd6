import type { Channel } from "@skucast/contracts/channels/channel";
import { searchWords } from "@skucast/contracts/products/search-words";
import type { ProductConditions } from "./selection.js";

/**
 * Which products a channel publishes: of the active ones those that its filters let through; what it names in or out
 * stays in or out whatever they say.
 */
export function channelConditions({ filters, include_skus, exclude_skus }: Channel["selection"]): ProductConditions {
  const { q, updated_after, ...columns } = filters;
  return {
    status: "active",
    ...columns,
    words: q === undefined ? undefined : searchWords(q),
    updatedAfter: updated_after === undefined ? undefined : new Date(updated_after),
    includeSkus: include_skus,
    excludeSkus: exclude_skus,
  };
}
