import type { ProductUpsert } from "@skucast/contracts/products/product";
import { decideChange, hashed } from "./decide-product.js";
import { canonical } from "./product-content.js";
import type { Intent } from "./write-products.js";

/** An upsert among many: its content's hash is known before, so that what is unchanged need not be read. */
export function upsertIntent(
  body: ProductUpsert,
  { traceparent, validateOnly }: { readonly traceparent: string | undefined; readonly validateOnly: boolean },
): Intent {
  const whole = hashed(canonical(body));
  const wanted = { sku: body.sku, body, mode: "merge", mustExist: false, whole } as const;
  return {
    sku: body.sku,
    decide: (stored) => decideChange(wanted, stored),
    wantedHash: whole.hash,
    traceparent,
    validateOnly,
  };
}
