import type { Channel } from "@skucast/contracts/channels/channel";
import { searchWords } from "@skucast/contracts/products/search-words";
import type { ProductConditions } from "./selection.js";

/**
 * The conditions for products that a channel publishes: active products that pass its filters and conditions. SKUs that
 * it includes or excludes by name are in or out whatever those say.
 */
export function channelConditions({
  filters,
  conditions,
  include_skus,
  exclude_skus,
}: Channel["selection"]): ProductConditions {
  const { q, updated_after, ...columns } = filters;
  return {
    status: "active",
    ...columns,
    words: q === undefined ? undefined : searchWords(q),
    updatedAfter: updated_after === undefined ? undefined : new Date(updated_after),
    conditions,
    includeSkus: include_skus,
    excludeSkus: exclude_skus,
  };
}
