import { BATCH_ITEMS_MAX } from "@skucast/contracts/list-limits";
import { useQueryClient } from "@tanstack/react-query";
import { api } from "../api/client.js";
import { retryWhenRateLimited } from "../api/retry-when-rate-limited.js";
import { useNotice } from "../components/notices.js";
import { problemText } from "../service-messages/problem-text.js";
import { texts } from "../texts/first-view.js";
import { countText } from "../texts/format.js";

const words = texts.products.restoration;

/** Undoes the deletion of products, and says how many are back. Resolves with their SKUs. */
export function useRestore(): (skus: readonly string[]) => Promise<readonly string[]> {
  const client = useQueryClient();
  const notify = useNotice();
  return async (skus) => {
    const restored: string[] = [];
    const failures: string[] = [];
    try {
      for (let start = 0; start < skus.length; start += BATCH_ITEMS_MAX) {
        const part = skus.slice(start, start + BATCH_ITEMS_MAX);
        const { results } = await retryWhenRateLimited(() =>
          api.call("batchRestoreProducts", { body: { skus: [...part] } }),
        );
        for (const { sku, error } of results) error === undefined ? restored.push(sku) : failures.push(error.detail);
      }
    } catch (error) {
      failures.push(problemText(error));
    }
    await client.invalidateQueries();
    const count = (list: readonly string[]) => countText(list.length, texts.general.nouns.product);
    if (restored.length > 0) notify(words.restored(count(restored)));
    const [reason] = failures;
    if (reason !== undefined) notify(words.failed(count(failures), reason));
    return restored;
  };
}
