import { changedByOf } from "@skucast/contracts/events/changed-by";
import { bindingOf } from "@skucast/contracts/principal";
import type { Problem } from "@skucast/contracts/problem";
import type { Call } from "../call.js";
import type { Cancellable } from "../cancellable.js";
import { requireScope } from "../require-scope.js";
import { decideRestoration, type StoredState } from "./decide-product.js";
import { parseSkus, resultsOf } from "./parse-skus.js";
import { writeProducts } from "./write-products.js";

interface Input {
  readonly skus: readonly string[];
  readonly validateOnly?: boolean;
}

export type ProductRestoration = { readonly sku: string } & (
  | { readonly status: "restored"; readonly version: number }
  | { readonly status: "failed"; readonly problem: Problem }
);

/** Restores some deleted products, each with its own result, also a text that cannot be a SKU. Duplicates are ignored. */
export async function restoreProducts({
  ctx,
  principal,
  input,
  signal,
}: Call<Input> & Cancellable): Promise<ProductRestoration[]> {
  requireScope(principal, "products:write");
  const { validateOnly = false } = input;
  const parsed = parseSkus(input.skus);
  const skus = parsed.flatMap(({ sku, problem }) => (problem ? [] : sku));
  const intents = skus.map((sku) => ({
    sku,
    decide: (stored: StoredState | null) => decideRestoration(sku, stored),
    validateOnly,
    changedBy: changedByOf(principal),
  }));
  const outcomes = await writeProducts(ctx, bindingOf(principal), intents, { signal });
  if (!validateOnly && outcomes.some(({ type }) => type === "created")) ctx.onStored();
  const restorations = outcomes.map((outcome, i): ProductRestoration => {
    const sku = skus[i] ?? "";
    return outcome.type === "rejected"
      ? failed(sku, outcome.problem)
      : { sku, status: "restored", version: outcome.version };
  });
  return resultsOf(parsed, restorations, failed);
}

const failed = (sku: string, problem: Problem): ProductRestoration => ({ sku, status: "failed", problem });
