import { PAGE_SIZE_MAX } from "@skucast/contracts/list-limits";
import { api, type ResponseOf } from "../../api/client.js";
import { retryWhenRateLimited } from "../../api/retry-when-rate-limited.js";
import type { ProductFilter } from "./filter-names.js";

/** Maximum number of selected products. Larger changes are better made by a file. */
export const SELECTED_MAX = 50_000;

interface Collecting {
  readonly filter: ProductFilter;
  /** Called with the number of products found so far. */
  readonly onFound: (count: number) => void;
  readonly signal: AbortSignal;
}

/** The SKUs of all products that match the filter, up to SELECTED_MAX. */
export async function collectSkus({ filter, onFound, signal }: Collecting): Promise<readonly string[]> {
  const skus: string[] = [];
  let cursor: string | null = null;
  do {
    const query = { ...filter, fields: "sku", limit: PAGE_SIZE_MAX, ...(cursor !== null && { cursor }) };
    const page: ResponseOf<"listProducts"> = await retryWhenRateLimited(() =>
      api.call("listProducts", { query, signal }),
    );
    skus.push(...page.data.map(({ sku }) => sku));
    cursor = page.next_cursor;
    onFound(Math.min(skus.length, SELECTED_MAX));
  } while (cursor !== null && skus.length < SELECTED_MAX);
  return skus.slice(0, SELECTED_MAX);
}
