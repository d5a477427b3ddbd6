import type { Column } from "@skucast/contracts/channel-profiles/column";
import { READABLE_FIELDS } from "@skucast/contracts/channels/condition";
import { nearest, nearestName } from "@skucast/contracts/nearest";
import type { Fault } from "@skucast/contracts/problem";
import { partsOf } from "./reference.js";

const FIELDS: ReadonlySet<string> = new Set(READABLE_FIELDS);

/** The error of a reference that is neither a column nor a product field. Members of fields are not checked. */
export function checkReference(reference: string, pointer: string, columns: readonly Column[]): Fault[] {
  const parts = partsOf(reference);
  if (parts.of === "product") {
    if (FIELDS.has(parts.field)) return [];
    const near = nearest(parts.field, READABLE_FIELDS);
    const message = `is not a field of products: ${reference}${near ? `; did you mean product.${near}?` : ""}`;
    return [{ pointer, code: "unknown_field", message }];
  }
  if (columns.some(({ name }) => name === parts.column)) return [];
  const names = columns.map(({ name }) => name);
  const near = FIELDS.has(parts.column) ? `product.${parts.column}` : nearestName(parts.column, names);
  const message = `is not a column of the profile: ${reference}${near ? `; did you mean ${near}?` : ""}`;
  return [{ pointer, code: "unknown_column", message }];
}
