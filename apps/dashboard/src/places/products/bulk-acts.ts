import { ApiError } from "@skucast/client/api/api-error";
import { LIMITS } from "@skucast/contracts/limits";
import { api } from "../../api/client.js";

/** How an act on several products went. */
export interface BulkResult {
  readonly changed: number;
  readonly failed: readonly { readonly sku: string; readonly reason: string }[];
}

type OnStep = (done: number) => void;
const DELETES_AT_ONCE = 4;

/** Gives products a status, a thousand with each request. */
export async function setStatus(
  skus: readonly string[],
  status: "active" | "draft" | "archived",
  onStep: OnStep,
): Promise<BulkResult> {
  const failed: { sku: string; reason: string }[] = [];
  for (let start = 0; start < skus.length; start += LIMITS.batchItemsMax) {
    const part = skus.slice(start, start + LIMITS.batchItemsMax);
    try {
      const { results } = await api.call("batchUpsertProducts", {
        body: { items: part.map((sku) => ({ sku, status })) },
      });
      for (const { sku, error } of results) if (error) failed.push({ sku: sku ?? "", reason: error.detail });
    } catch (error) {
      failed.push(...part.map((sku) => ({ sku, reason: reasonOf(error) })));
    }
    onStep(start + part.length);
  }
  return { changed: skus.length - failed.length, failed };
}

/** Deletes products, a few at a time. One that is gone already is deleted. */
export async function deleteProducts(skus: readonly string[], onStep: OnStep): Promise<BulkResult> {
  const failed: { sku: string; reason: string }[] = [];
  for (let start = 0; start < skus.length; start += DELETES_AT_ONCE) {
    const part = skus.slice(start, start + DELETES_AT_ONCE);
    await Promise.all(
      part.map((sku) =>
        api.call("deleteProduct", { params: { sku } }).catch((error: unknown) => {
          if (!(error instanceof ApiError && error.code === "not_found")) failed.push({ sku, reason: reasonOf(error) });
        }),
      ),
    );
    onStep(start + part.length);
  }
  return { changed: skus.length - failed.length, failed };
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
