import { changedByOf } from "@skucast/contracts/events/changed-by";
import { bindingOf } from "@skucast/contracts/principal";
import { Problem, validationFailed } from "@skucast/contracts/problem";
import type { ProductBody } from "@skucast/contracts/products/product";
import type { Call } from "../call.js";
import { requireScope } from "../require-scope.js";
import { decideChange, type WriteMode } from "./decide-product.js";
import { overrideFaultsOf } from "./override-faults.js";
import { shownProducts } from "./shown-products.js";
import type { Outcome } from "./write-products.js";

export interface ProductWriteRequest {
  readonly sku: string;
  readonly body: ProductBody;
  /** merge: absent fields keep their value (POST, PATCH); replace: they are cleared (PUT). */
  readonly mode: WriteMode;
  /** PATCH: return 404 instead of creating the product. */
  readonly mustExist?: boolean;
  readonly precondition?: (version: number | null) => void;
  readonly validateOnly?: boolean;
}

export type ProductWritten = Exclude<Outcome, { type: "rejected" }>;

/**
 * Creates or updates one product. The same content again changes nothing: same version, no event. Throws a Problem to
 * reject the write; then nothing is stored.
 */
export async function upsertProduct({ ctx, principal, input }: Call<ProductWriteRequest>): Promise<ProductWritten> {
  requireScope(principal, "products:write");
  const { sku, body, mode, mustExist = false, precondition, validateOnly = false } = input;
  if (body.sku !== undefined && body.sku !== sku) {
    throw new Problem("validation_failed", "The SKU in the body differs from the SKU in the path.", {
      faults: [{ pointer: "/sku", code: "not_allowed", message: `must be ${sku} or left out` }],
    });
  }
  const faults = (await overrideFaultsOf(ctx, bindingOf(principal), [body])).get(body);
  if (faults) throw validationFailed(faults);
  const wanted = { sku, body, mode, mustExist, ...(precondition && { precondition }) };
  const outcome = await ctx.productWrites.write(bindingOf(principal), {
    sku,
    decide: (stored) => decideChange(wanted, stored),
    validateOnly,
    changedBy: changedByOf(principal),
  });
  if (outcome.type === "rejected") throw outcome.problem;
  if (outcome.type !== "unchanged" && !validateOnly) ctx.onStored();
  if (outcome.doc === null) return outcome;
  return { ...outcome, doc: await shownProducts({ ctx, principal }, outcome.doc) };
}
