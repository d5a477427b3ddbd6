import type { ProductCondition } from "@skucast/contracts/channels/condition";
import type { PriceRange } from "@skucast/contracts/products/price-words";
import { containing } from "./containing.js";

/** Conditions for products. All of them must hold. */
export interface ProductConditions {
  readonly skus?: readonly string[] | undefined;
  /** What the SKU must begin with; case-sensitive. */
  readonly skuPrefix?: string | undefined;
  readonly status?: string | undefined;
  readonly availability?: readonly string[] | undefined;
  readonly brand?: readonly string[] | undefined;
  readonly condition?: readonly string[] | undefined;
  readonly updatedAfter?: Date | undefined;
  /** The current price must be within the range. */
  readonly price?: PriceRange | undefined;
  /** Lower-cased. The words of the product must contain each of them. */
  readonly words?: readonly string[] | undefined;
  /** Conditions on any fields. */
  readonly conditions?: readonly ProductCondition[] | undefined;
  /** Included whatever the filters above say. */
  readonly includeSkus?: readonly string[] | undefined;
  /** Excluded whatever the other conditions say. */
  readonly excludeSkus?: readonly string[] | undefined;
}

/**
 * Builds SQL that is true if all conditions hold for table `p`, with parameters numbered from `firstParameter`. Deleted
 * products are compared by their last values.
 */
export function selectionSql(
  conditions: readonly ProductConditions[],
  firstParameter: number,
  { includesDeleted = false }: { readonly includesDeleted?: boolean } = {},
): { sql: string; values: unknown[] } {
  const { parameter, values } = parametersFrom(firstParameter);
  const terms = conditions.flatMap((condition) => termsOf(condition, parameter));
  return { sql: [includesDeleted ? "true" : "p.deleted_at IS NULL", ...terms].join(" AND "), values };
}

/**
 * Builds SQL of an array with the names of the conditions that do not hold for table `p`. Empty if all hold. Does not
 * check for deletion.
 */
export function exclusionsSql(
  conditions: ProductConditions,
  firstParameter: number,
): { sql: string; values: unknown[] } {
  const { parameter, values } = parametersFrom(firstParameter);
  const { status, includeSkus = [], excludeSkus = [] } = conditions;
  const named: Record<string, string> = {};
  if (status) named.status = `p.status = ${parameter(status)}`;
  if (excludeSkus.length > 0) named.exclude_skus = `p.sku <> ALL(${parameter(excludeSkus)}::text[])`;
  const filters = Object.entries(filterTerms(conditions, parameter));
  const isWidened = filters.length > 0 && includeSkus.length > 0;
  const included = isWidened ? ` OR p.sku = ANY(${parameter(includeSkus)}::text[])` : "";
  for (const [name, term] of filters) named[name] = `(${term})${included}`;
  const exclusions = Object.entries(named).map(([name, term]) => `CASE WHEN ${term} THEN NULL ELSE '${name}' END`);
  return { sql: `array_remove(ARRAY[${exclusions.join(", ")}]::text[], NULL)`, values };
}

type Parameter = (value: unknown) => string;

function parametersFrom(first: number): { parameter: Parameter; values: unknown[] } {
  const values: unknown[] = [];
  const parameter = (value: unknown): string => {
    values.push(value);
    return `$${first + values.length - 1}`;
  };
  return { parameter, values };
}

function termsOf(conditions: ProductConditions, parameter: Parameter): string[] {
  const { skus, skuPrefix, status, includeSkus = [], excludeSkus = [] } = conditions;
  const terms: string[] = [];
  if (skus) terms.push(`p.sku = ANY(${parameter(skus)}::text[])`);
  if (skuPrefix !== undefined) terms.push(prefixSql("p.sku", parameter(skuPrefix)));
  if (status) terms.push(`p.status = ${parameter(status)}`);
  const filters = Object.values(filterTerms(conditions, parameter));
  if (filters.length > 0) {
    const included = includeSkus.length > 0 ? ` OR p.sku = ANY(${parameter(includeSkus)}::text[])` : "";
    terms.push(`((${filters.join(" AND ")})${included})`);
  }
  if (excludeSkus.length > 0) terms.push(`p.sku <> ALL(${parameter(excludeSkus)}::text[])`);
  return terms;
}

/**
 * SQL that is true if a SKU begins with the prefix. Where the database compares bytes, as ours does, the range makes it a
 * range of the primary key; the first comparison is constant, and false elsewhere.
 */
export const prefixSql = (sku: string, prefix: string): string =>
  `starts_with(${sku}, ${prefix}) AND ('Z' >= 'a' OR (${sku} >= ${prefix} AND ${sku} <= ${prefix} || repeat(U&'\\+10FFFF', 255)))`;

/** SQL by the name of the filter. */
function filterTerms(conditions: ProductConditions, parameter: Parameter): Record<string, string> {
  const { availability, brand, condition, updatedAfter, price, words, conditions: others } = conditions;
  const terms: Record<string, string> = {};
  if (availability) terms.availability = `p.availability = ANY(${parameter(availability)}::text[])`;
  if (brand) terms.brand = `p.brand = ANY(${parameter(brand)}::text[])`;
  if (condition) terms.condition = conditionSql(condition, parameter);
  if (updatedAfter) terms.updated_after = `p.updated_at > ${parameter(updatedAfter)}`;
  if (price) {
    const range = [price.min ?? null, price.max ?? null].map((bound) => `${parameter(bound)}::numeric`);
    terms.price = `product_costs(p.doc, ${range.join(", ")}, ${parameter(price.currencies)}::text[])`;
  }
  if (words) terms.q = `search_words(p.doc) LIKE ALL (${parameter(words.map(containing))}::text[])`;
  // After the others: only this one parses the product.
  if (others) terms.conditions = `product_meets(p.doc, ${parameter(JSON.stringify(others))}::jsonb)`;
  return terms;
}

/**
 * Products whose text does not contain one of the values as a JSON string cannot have it. That is found ten times as
 * fast as by parsing the product, so that a filter for a rare value reads many products quickly. The values must be
 * those of the enum, which JSON never escapes.
 */
function conditionSql(values: readonly string[], parameter: Parameter): string {
  const contained = values.map((value) => `strpos(p.doc, ${parameter(JSON.stringify(value))}) > 0`);
  return `(${contained.join(" OR ") || "false"}) AND p.doc::json->>'condition' = ANY(${parameter(values)}::text[])`;
}
