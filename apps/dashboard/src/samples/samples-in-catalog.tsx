import { useApiQuery } from "../api/use-api-query.js";
import { importOnDemand } from "../load-on-demand.js";
import { useCan } from "../session/use-can.js";
import { SAMPLE_SKU_PREFIX } from "./sample-skus.js";

const SAMPLES = { query: { sku_prefix: SAMPLE_SKU_PREFIX, limit: 100, fields: "sku" } } as const;
const SampleNote = importOnDemand(() => import("./sample-note.js"), "SampleNote");

/** A note about the sample products in the catalog; nothing if it has none. Once enabled, it looks for them. */
export function SamplesInCatalog({ isEnabled }: { readonly isEnabled: boolean }) {
  const canDelete = useCan("batchDeleteProducts");
  const { data } = useApiQuery("listProducts", SAMPLES, { isEnabled: isEnabled && canDelete });
  if (!canDelete || data === undefined || data.data.length === 0) return null;
  return <SampleNote skus={data.data.map(({ sku }) => sku)} />;
}
