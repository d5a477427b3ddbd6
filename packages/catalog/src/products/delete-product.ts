import { changedByOf } from "@skucast/contracts/events/changed-by";
import { bindingOf } from "@skucast/contracts/principal";
import type { Call } from "../call.js";
import { requireScope } from "../require-scope.js";
import { decideDeletion } from "./decide-product.js";

interface Input {
  readonly sku: string;
  /** Whether a missing product is not_found (default) or a success. */
  readonly mustExist?: boolean;
  readonly precondition?: (version: number | null) => void;
  readonly validateOnly?: boolean;
}

/** Deletes one product; a tombstone keeps its version. Throws not_found if it is missing, or what its precondition throws. */
export async function deleteProduct({ ctx, principal, input }: Call<Input>): Promise<void> {
  requireScope(principal, "products:write");
  const { sku, mustExist = true, precondition, validateOnly = false } = input;
  const outcome = await ctx.productWrites.write(bindingOf(principal), {
    sku,
    decide: (stored) => decideDeletion(sku, stored, precondition),
    validateOnly,
    changedBy: changedByOf(principal),
  });
  if (outcome.type === "rejected") {
    if (!mustExist && outcome.problem.code === "not_found") return precondition?.(null);
    throw outcome.problem;
  }
  if (!validateOnly) ctx.onStored();
}
