import { faultsOf } from "@skucast/contracts/faults";
import { LIMITS } from "@skucast/contracts/limits";
import { type ProductUpsert, productUpsertSchema } from "@skucast/contracts/products/product";
import type { CellFault } from "./mapping/draft.js";
import { shown } from "./mapping/read-way.js";

/** A body that may be written, with what was left out of it, or why none of it may. */
export type Checked =
  | { readonly body: ProductUpsert; readonly warnings: readonly CellFault[]; readonly ifNew: Partial<ProductUpsert> }
  | { readonly faults: readonly CellFault[] };

/** Fields without which a row says nothing that may be trusted. */
const NEEDED: ReadonlySet<string> = new Set([
  "",
  "sku",
  "title",
  "price_amount",
  "price_currency",
  "availability",
  "version",
]);
/** What is said of a row, and takes nothing from it. */
const NOTES: ReadonlySet<string> = new Set(["quantity_availability_mismatch"]);
/** What one pass leaves out may bring another fault to light: between fields, for one. */
const PASSES_MAX = 4;

/**
 * Checks what was read of a row by the rules of POST /products. Valid cells are applied: an optional one that is not is
 * left out and warned about, unless `isStrict`.
 */
export function checkBody(read: Record<string, unknown>, found: readonly CellFault[], isStrict: boolean): Checked {
  let body = read;
  let warnings = [...found];
  const blocking = found.filter((fault) => !NOTES.has(fault.code) && (isStrict || isNeeded(fault)));
  for (let pass = 0; ; pass += 1) {
    const parsed = productUpsertSchema.safeParse(body);
    if (parsed.success && blocking.length === 0) return { body: parsed.data, warnings, ifNew: hiddenIf(warnings) };
    const rules = parsed.success ? [] : faultsOf(parsed.error, productUpsertSchema, LIMITS.importErrorsPerRowMax);
    const named = rules.map((fault) => withValue(fault, read));
    if (blocking.length > 0 || isStrict || pass === PASSES_MAX || rules.some(isNeeded))
      return { faults: merged(warnings, named) };
    warnings = merged(warnings, named);
    body = rules.reduce((left, { pointer, code }) => without(left, pointer.split("/").slice(1), code), body);
  }
}

/** A product whose status could not be read is not published unasked. */
const hiddenIf = (warnings: readonly CellFault[]): Partial<ProductUpsert> =>
  warnings.some(({ pointer }) => pointer === "/status") ? { status: "draft" } : {};

const isNeeded = ({ pointer }: CellFault): boolean => NEEDED.has(pointer.split("/")[1] ?? "");

/** What reading found says more than what the rules find of the field that is then missing. */
function merged(found: readonly CellFault[], rules: readonly CellFault[]): CellFault[] {
  const told = new Set(found.map(({ pointer }) => pointer));
  const isWhole = told.has("");
  return [...found, ...rules.filter(({ pointer }) => !isWhole && !told.has(pointer))].slice(
    0,
    LIMITS.importErrorsPerRowMax,
  );
}

function withValue(fault: CellFault, body: Record<string, unknown>): CellFault {
  const value = fault.pointer
    .split("/")
    .slice(1)
    .reduce<unknown>((inner, name) => (isObject(inner) ? inner[unescaped(name)] : undefined), body);
  if (value === undefined || value === null || value === body) return fault;
  return { ...fault, value: shown(typeof value === "string" ? value : JSON.stringify(value)) };
}

const unescaped = (name: string): string => name.replaceAll("~1", "/").replaceAll("~0", "~");
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** A body without what a fault names: a member, an entry of a list, the entries beyond its limit, or the field. */
function without(
  body: Record<string, unknown>,
  [name = "", ...inner]: readonly string[],
  code: string,
): Record<string, unknown> {
  const field = unescaped(name);
  const { [field]: value, ...others } = body;
  const [next = ""] = inner;
  if (Array.isArray(value)) {
    const left =
      inner.length > 0 ? value.filter((_, i) => i !== Number(next)) : code === "too_big" ? cut(field, value) : [];
    return left.length === 0 ? others : { ...others, [field]: left };
  }
  if (inner.length === 0 || !isObject(value)) return others;
  const left = without(value, inner, code);
  return Object.keys(left).length === 0 ? others : { ...others, [field]: left };
}

/** So many entries the lists of a product hold. */
const LIST_SIZES: Readonly<Record<string, number>> = {
  additional_image_urls: 20,
  tags: 100,
  custom_labels: 5,
  shipping: 100,
};
const cut = (field: string, list: readonly unknown[]): readonly unknown[] => list.slice(0, LIST_SIZES[field] ?? 0);
