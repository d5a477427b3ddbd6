import type { ProductConditions } from "./selection.js";

/** The conditions that the search index knows (see search_conditions_term). Others are left out. */
export interface IndexedConditions {
  readonly status?: string | undefined;
  readonly availability?: readonly string[] | undefined;
  readonly brand?: readonly string[] | undefined;
  readonly words?: readonly string[] | undefined;
  readonly include_skus?: readonly string[] | undefined;
}

/** Converts conditions to those of the index. Products that meet the conditions meet these as well. */
export function indexedConditions(conditions: readonly ProductConditions[]): IndexedConditions[] {
  return conditions.map(({ status, availability, brand, words, includeSkus = [] }) => ({
    status,
    availability,
    brand,
    words,
    include_skus: includeSkus.length > 0 ? includeSkus : undefined,
  }));
}

/**
 * Whether the index is useful: there are words or a brand, or it knows all conditions. Otherwise most of its products
 * would have to be read and left out. The products of a SKU prefix are next to each other, so they are read directly.
 */
export function isIndexed({
  words,
  conditions,
}: {
  readonly words: readonly string[];
  readonly conditions: readonly ProductConditions[];
}): boolean {
  if (conditions.some(({ skuPrefix }) => skuPrefix !== undefined)) return false;
  return words.length > 0 || conditions.some((condition) => condition.words ?? condition.brand) || knowsAll(conditions);
}

/** Whether the index knows all conditions. */
export const knowsAll = (conditions: readonly ProductConditions[]): boolean =>
  conditions.every(
    ({ condition, updatedAfter, price, conditions: others }) =>
      condition === undefined && updatedAfter === undefined && price === undefined && others === undefined,
  );
