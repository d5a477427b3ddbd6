import type { CatalogContext } from "@skucast/catalog/context";
import { readHighestUsage } from "@skucast/db/usage/read-usage";
import { METRICS, QUOTAS } from "@skucast/service-kit/metric-names";
import type { Metrics } from "@skucast/service-kit/metrics";

const NAMES = {
  products: "products",
  catalog_bytes: "catalogBytes",
  channels: "channels",
  feeds: "feeds",
  destinations: "destinations",
  sources: "sources",
  webhook_endpoints: "webhookEndpoints",
} as const satisfies Record<(typeof QUOTAS)[number], string>;

/** Exports how much of each quota the fullest workspace uses. Returns a function that stops it. */
export function observeQuotas({ db, quotas }: Pick<CatalogContext, "db" | "quotas">, metrics: Metrics): () => void {
  return metrics.observe(METRICS.quotaUsed, async () => {
    const highest = await readHighestUsage(db);
    return QUOTAS.map((quota) => ({
      labels: { quota },
      value: highest[NAMES[quota]] / quotas[NAMES[quota]],
    }));
  });
}
