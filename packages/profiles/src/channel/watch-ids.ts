import { LIMITS } from "@skucast/contracts/limits";
import { type CompiledChannel, mappedWith } from "./compile-channel.js";
import { error, type RowIssue } from "./issue.js";
import { idPlaceOf } from "./tombstones.js";

/** Returns the issue of a product that may not have the id of its row; undefined if it may. */
export type CheckId = (id: string, sku: string) => RowIssue | undefined;

/** Wraps a channel so that it also checks the ids of its valid rows. `checkFor` gets the name of the id column. */
export function withIdCheck(channel: CompiledChannel, checkFor: (column: string) => CheckId): CompiledChannel {
  const idPlace = idPlaceOf(channel.columns);
  const check = checkFor(channel.columns[idPlace]?.name ?? "");
  return {
    ...channel,
    map(product) {
      const row = channel.map(product);
      const issue = row.isValid ? check(String(row.cells[idPlace]), String(product.sku)) : undefined;
      return issue ? mappedWith(row, issue) : row;
    },
  };
}

/**
 * Wraps a channel so that a product gets an error if an earlier one has the same id. A product is not compared with
 * itself. It remembers a bounded number of ids.
 */
export const withIdComparison = (channel: CompiledChannel): CompiledChannel => withIdCheck(channel, createComparison);

function createComparison(column: string): CheckId {
  const holders = new Map<string, string>();
  return (id, sku) => {
    const holder = holders.get(id);
    if (holder === undefined && holders.size < LIMITS.comparedIdsMax) holders.set(id, sku);
    return holder === undefined || holder === sku ? undefined : duplicateId({ column, id, holder });
  };
}

/** The error of a product whose id another product has: `holder`, if its SKU is known. */
export function duplicateId({
  column,
  id,
  holder,
}: {
  column: string;
  id: string;
  holder: string | undefined;
}): RowIssue {
  const other = holder === undefined ? "another product" : `the product ${holder}`;
  return error("duplicate_id", column, `${id} is already the id of ${other}`);
}
