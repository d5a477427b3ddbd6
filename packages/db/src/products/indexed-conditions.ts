import type { ProductConditions } from "./selection.js";

/** Conditions as the search index judges them (search_conditions_term in the database): what it does not know is left out. */
export interface IndexedConditions {
  readonly status?: string | undefined;
  readonly availability?: readonly string[] | undefined;
  readonly brand?: readonly string[] | undefined;
  readonly words?: readonly string[] | undefined;
  readonly include_skus?: readonly string[] | undefined;
}

/** What the index knows of some conditions: all that meet them meet these. */
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
 * Whether the index leads to what is asked: by words or a brand, or where it knows all conditions. Otherwise most of
 * what it names would have to be looked at and left out.
 */
export function isIndexed({
  words,
  conditions,
}: {
  readonly words: readonly string[];
  readonly conditions: readonly ProductConditions[];
}): boolean {
  const isKnown = ({ condition, updatedAfter }: ProductConditions) =>
    condition === undefined && updatedAfter === undefined;
  return (
    words.length > 0 || conditions.some((condition) => condition.words ?? condition.brand) || conditions.every(isKnown)
  );
}
