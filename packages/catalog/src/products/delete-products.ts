import { changedByOf } from "@skucast/contracts/events/changed-by";
import { bindingOf } from "@skucast/contracts/principal";
import type { Problem } from "@skucast/contracts/problem";
import type { Call } from "../call.js";
import type { Cancellable } from "../cancellable.js";
import { requireScope } from "../require-scope.js";
import { decideDeletion } from "./decide-product.js";
import { parseSkus, resultsOf } from "./parse-skus.js";
import { writeProducts } from "./write-products.js";

interface Input {
  readonly skus: readonly string[];
  readonly validateOnly?: boolean;
}

export type ProductDeletion = { readonly sku: string } & (
  | { readonly status: "deleted" }
  | { readonly status: "failed"; readonly problem: Problem }
);

/** Deletes some products, each with its own result, also a text that cannot be a SKU. Duplicates are ignored. */
export async function deleteProducts({
  ctx,
  principal,
  input,
  signal,
}: Call<Input> & Cancellable): Promise<ProductDeletion[]> {
  requireScope(principal, "products:write");
  const { validateOnly = false } = input;
  const parsed = parseSkus(input.skus);
  const skus = parsed.flatMap(({ sku, problem }) => (problem ? [] : sku));
  const intents = skus.map((sku) => ({
    sku,
    decide: (stored: Parameters<typeof decideDeletion>[1]) => decideDeletion(sku, stored),
    validateOnly,
    changedBy: changedByOf(principal),
  }));
  const outcomes = await writeProducts(ctx, bindingOf(principal), intents, { signal });
  if (!validateOnly && outcomes.some(({ type }) => type === "deleted")) ctx.onStored();
  const deletions = skus.map((sku, i): ProductDeletion => {
    const outcome = outcomes[i];
    return outcome?.type === "rejected" ? failed(sku, outcome.problem) : { sku, status: "deleted" };
  });
  return resultsOf(parsed, deletions, failed);
}

const failed = (sku: string, problem: Problem): ProductDeletion => ({ sku, status: "failed", problem });
