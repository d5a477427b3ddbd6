import type { Column } from "@skucast/contracts/channel-profiles/column";
import { type Cell, decimalText, memberOf, type StoredProduct } from "../channel/cell.js";
import { exceedsTextLimit } from "./rule-result.js";

/** Reads a value of a row or its product as text; undefined if there is none. */
export type ReadReference = (cells: readonly Cell[], product: StoredProduct) => string | undefined;

const PRODUCT_PREFIX = "product.";

export type ReferenceParts =
  | { readonly of: "row"; readonly column: string }
  | { readonly of: "product"; readonly field: string; readonly member: string | undefined };

/** Parses a reference: a column of the row, or a field of the product with an optional member. */
export function partsOf(reference: string): ReferenceParts {
  if (!reference.startsWith(PRODUCT_PREFIX)) return { of: "row", column: reference };
  const path = reference.slice(PRODUCT_PREFIX.length);
  const dot = path.indexOf(".");
  if (dot === -1) return { of: "product", field: path, member: undefined };
  return { of: "product", field: path.slice(0, dot), member: path.slice(dot + 1) };
}

/** A reference to a missing column has no value; such references are rejected when the rule is saved. */
export function compileReference(reference: string, columns: readonly Column[]): ReadReference {
  const read = compileValueReference(reference, columns);
  return (cells, product) => textOf(read(cells, product));
}

/** Reads the value itself, which may be a list. */
export function compileValueReference(
  reference: string,
  columns: readonly Column[],
): (cells: readonly Cell[], product: StoredProduct) => unknown {
  const parts = partsOf(reference);
  if (parts.of === "row") {
    const place = columns.findIndex(({ name }) => name === parts.column);
    return (cells) => cells[place];
  }
  const { field, member } = parts;
  return (_cells, product) => (member === undefined ? product[field] : memberOf(product[field], member));
}

/**
 * Lists are read as their items separated by commas, up to the length that is too long for a rule. Objects are read as
 * missing.
 */
export function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value === "" ? undefined : value;
  if (typeof value === "number") return decimalText(value);
  if (typeof value === "boolean") return String(value);
  if (!Array.isArray(value)) return undefined;
  let list: string | undefined;
  for (const item of value) {
    const text = textOf(item);
    if (text === undefined) continue;
    list = list === undefined ? text : `${list}, ${text}`;
    if (exceedsTextLimit(list.length)) break;
  }
  return list;
}
