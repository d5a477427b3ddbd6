import { faultsOf } from "@skucast/contracts/faults";
import { Problem } from "@skucast/contracts/problem";
import { skuSchema } from "@skucast/contracts/products/product";
import { z } from "zod";

/** A SKU of a request, or the problem with a text that cannot be one. */
export type ParsedSku = { readonly sku: string; readonly problem?: Problem };

const itemSchema = z.object({ sku: skuSchema });

/** Parses SKUs one by one, so that an invalid one does not affect the others. Duplicates are left out. */
export function parseSkus(texts: readonly string[]): ParsedSku[] {
  const parsed = new Map<string, ParsedSku>();
  for (const text of texts) {
    const read = parseSku(text);
    if (!parsed.has(read.sku)) parsed.set(read.sku, read);
  }
  return [...parsed.values()];
}

function parseSku(text: string): ParsedSku {
  const parsed = itemSchema.safeParse({ sku: text }, { reportInput: true });
  if (parsed.success) return parsed.data;
  const [fault] = faultsOf(parsed.error, itemSchema, 1);
  return { sku: text, problem: new Problem("validation_failed", `The SKU ${fault?.message ?? "is not valid"}.`) };
}

/** The results of the SKUs in their order: the problem of each invalid one, and one of `results` for each other. */
export function resultsOf<R>(
  skus: readonly ParsedSku[],
  results: readonly R[],
  rejected: (sku: string, problem: Problem) => R,
): R[] {
  const remaining = results.values();
  return skus.flatMap(({ sku, problem }) => (problem ? rejected(sku, problem) : (remaining.next().value ?? [])));
}
