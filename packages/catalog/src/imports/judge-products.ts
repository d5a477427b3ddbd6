import { bindingOf, type Principal } from "@skucast/contracts/principal";
import { listOtherSources } from "@skucast/db/imports/list-other-sources";
import { countMissingProducts, type MissingCount } from "@skucast/db/products/count-missing-products";
import { applyRows, type ProductRow } from "./apply-rows.js";
import type { RowOutcome } from "./row-outcome.js";

const DRY_RUN = { validateOnly: true };

/** Predicts what writing the products of a file's rows would do now, each SKU at most once. Writes nothing. */
export const judgeProducts =
  (deps: Parameters<typeof applyRows>[0], principal: Principal, { isStrict }: { readonly isStrict: boolean }) =>
  (products: readonly Omit<ProductRow, "isStrict">[]): Promise<RowOutcome[]> =>
    applyRows(
      deps,
      bindingOf(principal),
      products.map((product) => ({ ...product, isStrict })),
      DRY_RUN,
    );

/** Counts the products that an import of all these SKUs in mode replace may remove and would remove, from a source or from an upload. */
export const missingCounter =
  ({ db }: Pick<Parameters<typeof applyRows>[0], "db">, principal: Principal, sourceId: string | null) =>
  async (skus: readonly string[]): Promise<MissingCount> => {
    const binding = bindingOf(principal);
    const otherSources = await listOtherSources(db, { workspaceId: binding.workspaceId, sourceId });
    return countMissingProducts(db, binding, { skus, otherSources });
  };
