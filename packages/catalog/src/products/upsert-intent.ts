import type { ChangedBy } from "@skucast/contracts/events/changed-by";
import { type Fault, validationFailed } from "@skucast/contracts/problem";
import type { ProductUpsert } from "@skucast/contracts/products/product";
import { decideChange, type HashedContent, hashed } from "./decide-product.js";
import { canonical } from "./product-content.js";
import type { Intent } from "./write-products.js";

interface UpsertOptions {
  readonly changedBy?: ChangedBy | undefined;
  readonly validateOnly: boolean;
  /** Errors of the body that its schema does not find. */
  readonly faults?: readonly Fault[] | undefined;
}

/** The intent of an upsert. Its content is hashed in advance if the product is not read yet: an unchanged one need not be. */
export function upsertIntent(body: ProductUpsert, { faults, ...options }: UpsertOptions): Intent {
  const { sku } = body;
  if (faults) return { sku, decide: () => reject(faults), ...options };
  let known: HashedContent | undefined;
  const whole = (): HashedContent => {
    known ??= hashed(canonical(body));
    return known;
  };
  const wanted = { sku, body, mode: "merge", mustExist: false, whole } as const;
  return {
    sku,
    decide: (stored) => decideChange(wanted, stored),
    wantedHash: () => whole().hash,
    ...options,
  };
}

function reject(faults: readonly Fault[]): never {
  throw validationFailed(faults);
}
