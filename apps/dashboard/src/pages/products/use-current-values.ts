import { PAGE_SIZE_MAX } from "@skucast/contracts/list-limits";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api/client.js";
import { retryWhenRateLimited } from "../../api/retry-when-rate-limited.js";
import type { ChangeableField } from "./change-file.js";
import type { CurrentValue } from "./relative-change.js";

interface CurrentValues {
  /** By SKU; undefined while they are read. Deleted products are missing. */
  readonly values: ReadonlyMap<string, CurrentValue> | undefined;
  /** How many products were read so far. */
  readonly readCount: number;
  readonly error: Error | null;
}

/** The values that products have in a field now, read in portions as long as they are needed. */
export function useCurrentValues(skus: readonly string[], field: ChangeableField, isNeeded: boolean): CurrentValues {
  const [readCount, setReadCount] = useState(0);
  const { data, error } = useQuery({
    queryKey: ["current-values", field, skus],
    queryFn: async ({ signal }) => {
      const values = new Map<string, CurrentValue>();
      for (let start = 0; start < skus.length; start += PAGE_SIZE_MAX) {
        const part = skus.slice(start, start + PAGE_SIZE_MAX);
        const query = { sku: part, fields: `${field},price_currency`, limit: PAGE_SIZE_MAX };
        const { data: products } = await retryWhenRateLimited(() => api.call("listProducts", { query, signal }));
        for (const product of products) {
          const stored: Readonly<Record<string, unknown>> = product;
          values.set(product.sku, { value: stored[field], currency: product.price_currency });
        }
        setReadCount(start + part.length);
      }
      return values;
    },
    enabled: isNeeded,
    gcTime: 0,
  });
  return { values: data, readCount, error };
}
