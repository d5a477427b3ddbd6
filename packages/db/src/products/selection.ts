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

/** SQL of the conditions over table `p`, with its parameters numbered from `firstParameter`. */
export function selectionSql(
  conditions: ProductConditions,
  firstParameter: number,
): { sql: string; values: unknown[] } {
  const values: unknown[] = [];
  const parameter = (value: unknown): string => {
    values.push(value);
    return `$${firstParameter + values.length - 1}`;
  };
  const filters: string[] = [];
  if (conditions.availability) filters.push(`p.availability = ANY(${parameter(conditions.availability)}::text[])`);
  if (conditions.brand) filters.push(`p.brand = ANY(${parameter(conditions.brand)}::text[])`);
  if (conditions.condition) filters.push(`p.doc::json->>'condition' = ANY(${parameter(conditions.condition)}::text[])`);

  const all = ["p.deleted_at IS NULL"];
  if (conditions.status) all.push(`p.status = ${parameter(conditions.status)}`);
  if (filters.length > 0) {
    const included = conditions.includeSkus?.length
      ? ` OR p.sku = ANY(${parameter(conditions.includeSkus)}::text[])`
      : "";
    all.push(`((${filters.join(" AND ")})${included})`);
  }
  if (conditions.excludeSkus?.length) all.push(`p.sku <> ALL(${parameter(conditions.excludeSkus)}::text[])`);
  if (conditions.updatedAfter) all.push(`p.updated_at > ${parameter(conditions.updatedAfter)}`);
  if (conditions.text) {
    const needle = parameter(conditions.text.toLowerCase());
    all.push(
      `(strpos(lower(p.sku), ${needle}) > 0 OR strpos(lower(p.brand), ${needle}) > 0 OR strpos(lower(p.doc::json->>'title'), ${needle}) > 0)`,
    );
  }
  return { sql: all.join(" AND "), values };
}
