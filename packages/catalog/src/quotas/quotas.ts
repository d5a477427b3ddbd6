import { LIMITS } from "@skucast/contracts/limits";
import type { WholeUsage } from "@skucast/db/usage/read-usage";

/** What one workspace may hold of each, as set by the operator. */
export type Quotas = WholeUsage;

export type CatalogQuotas = Pick<Quotas, "products" | "catalogBytes">;

/** The quotas of a deployment that sets none. */
export const DEFAULT_QUOTAS: Quotas = {
  products: LIMITS.productsPerWorkspace,
  catalogBytes: LIMITS.catalogBytesPerWorkspace,
  channels: LIMITS.channelsPerWorkspace,
  feeds: LIMITS.feedsPerWorkspace,
  destinations: LIMITS.destinationsPerWorkspace,
  sources: LIMITS.sourcesPerWorkspace,
  webhookEndpoints: LIMITS.webhookEndpointsPerWorkspace,
};
