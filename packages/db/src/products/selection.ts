/** Which products: conditions on the columns of `products`, all of which must hold. */
export interface ProductConditions {
  readonly status?: string | undefined;
  readonly availability?: readonly string[] | undefined;
  readonly brand?: readonly string[] | undefined;
  readonly condition?: readonly string[] | undefined;
  readonly updatedAfter?: Date | undefined;
  /** Text that the SKU, title or brand contains, whatever the case. */
  readonly text?: string | undefined;
  /** In, even if availability, brand or condition say no. */
  readonly includeSkus?: readonly string[] | undefined;
  /** Out, whatever else holds. */
  readonly excludeSkus?: readonly string[] | undefined;
}

/** SQL that all of the conditions hold for table `p`, with its parameters numbered from `firstParameter`. */
export function selectionSql(
  conditions: readonly ProductConditions[],
  firstParameter: number,
): { sql: string; values: unknown[] } {
  const values: unknown[] = [];
  const parameter = (value: unknown): string => {
    values.push(value);
    return `$${firstParameter + values.length - 1}`;
  };
  const terms = conditions.flatMap((condition) => termsOf(condition, parameter));
  return { sql: ["p.deleted_at IS NULL", ...terms].join(" AND "), values };
}

function termsOf(conditions: ProductConditions, parameter: (value: unknown) => string): string[] {
  const { status, includeSkus = [], excludeSkus = [], updatedAfter, text } = conditions;
  const terms: string[] = [];
  if (status) terms.push(`p.status = ${parameter(status)}`);
  const filters = filterTerms(conditions, parameter);
  if (filters.length > 0) {
    const included = includeSkus.length > 0 ? ` OR p.sku = ANY(${parameter(includeSkus)}::text[])` : "";
    terms.push(`((${filters.join(" AND ")})${included})`);
  }
  if (excludeSkus.length > 0) terms.push(`p.sku <> ALL(${parameter(excludeSkus)}::text[])`);
  if (updatedAfter) terms.push(`p.updated_at > ${parameter(updatedAfter)}`);
  if (text) {
    const needle = parameter(text.toLowerCase());
    const contains = (column: string) => `strpos(lower(${column}), ${needle}) > 0`;
    terms.push(`(${["p.sku", "p.brand", "p.doc::json->>'title'"].map(contains).join(" OR ")})`);
  }
  return terms;
}

function filterTerms(conditions: ProductConditions, parameter: (value: unknown) => string): string[] {
  const { availability, brand, condition } = conditions;
  const terms: string[] = [];
  if (availability) terms.push(`p.availability = ANY(${parameter(availability)}::text[])`);
  if (brand) terms.push(`p.brand = ANY(${parameter(brand)}::text[])`);
  if (condition) terms.push(`p.doc::json->>'condition' = ANY(${parameter(condition)}::text[])`);
  return terms;
}
