import { hash } from "node:crypto";
import { faultsOf } from "@skucast/contracts/faults";
import { LIMITS } from "@skucast/contracts/limits";
import type { Fault } from "@skucast/contracts/problem";
import { type ProductUpsert, productUpsertSchema, skuSchema } from "@skucast/contracts/products/product";
import { hasHeader } from "./formats.js";
import type { ImportPlan } from "./import-plan.js";
import { compileMapping, type ReadRow } from "./mapping/compile-mapping.js";
import type { RawRow } from "./row.js";
import { createSkuSet } from "./sku-set.js";

interface AtLine {
  readonly line: number;
  readonly sku: string | null;
}

/** A row by its mapping: what it says of a product, not yet checked by the product's rules. */
export interface GivenRow extends AtLine {
  readonly given: Readonly<Record<string, unknown>>;
  readonly faults: readonly Fault[];
  readonly isSkipped: boolean;
}

/** A row as it is to be written, or why it is not. */
export type ImportRow =
  | (AtLine & { readonly type: "product"; readonly sku: string; readonly body: ProductUpsert })
  | (AtLine & { readonly type: "skipped" })
  | (AtLine & { readonly type: "invalid"; readonly faults: readonly Fault[] });

/** Makes the reader that turns a file's rows, in their order, into what they say; an SKU that was named before is a fault. */
export function createRowReader(plan: ImportPlan): (row: RawRow) => GivenRow {
  const read = rowReader(plan);
  const seen = createSkuSet();
  return (raw) => {
    const { body: given, faults, isSkipped } = read(raw);
    const sku = isSkipped ? null : skuOf(given);
    const row = { line: raw.line, sku, given, faults, isSkipped };
    if (sku === null || seen.add(sku)) return row;
    const message = "stands earlier in this file; give each SKU once";
    return { ...row, faults: [{ pointer: "/sku", code: DUPLICATE, message }] };
  };
}

const DUPLICATE = "duplicate_in_file";

/** Checks a row by the same rules as those of POST /products. */
export function checkRow({ line, sku, given, faults, isSkipped }: GivenRow): ImportRow {
  if (isSkipped) return { type: "skipped", line, sku: null };
  if (faults[0]?.code === DUPLICATE) return { type: "invalid", line, sku, faults };
  const parsed = productUpsertSchema.safeParse(given);
  if (parsed.success && faults.length === 0) return { type: "product", line, sku: parsed.data.sku, body: parsed.data };
  const rules = parsed.success ? [] : faultsOf(parsed.error, productUpsertSchema, LIMITS.importErrorsPerRowMax);
  return { type: "invalid", line, sku, faults: merged(faults, rules) };
}

/**
 * A hash of all that a row says, or undefined for one whose meaning depends on more: with a fault, without an SKU, or with
 * a version of its own. Raise the number in it when the same words come to mean something else.
 */
export function hashOfRow({ given, faults, sku }: GivenRow): Buffer | undefined {
  if (sku === null || faults.length > 0 || given.version !== undefined) return undefined;
  return hash("sha256", `1${JSON.stringify(given)}`, "buffer");
}

/** Makes the reader that finds nothing but the SKU of each row; null where there is none. */
export function createSkuReader(plan: ImportPlan): (row: RawRow) => string | null {
  const read = rowReader(plan);
  return (raw) => skuOf(read(raw).body);
}

const rowReader = (plan: ImportPlan): ((row: RawRow) => ReadRow) =>
  compileMapping({
    columns: plan.columns,
    mapping: plan.mapping,
    fillDown: plan.fill_down,
    clearsEmpty: plan.clears_empty,
    isStrict: !hasHeader(plan.format) && plan.format !== "xml",
  });

function skuOf(body: Readonly<Record<string, unknown>>): string | null {
  const parsed = skuSchema.safeParse(body.sku);
  return parsed.success ? parsed.data : null;
}

/** What reading found says more than what the rules find of the field that is then missing. */
function merged(found: readonly Fault[], rules: readonly Fault[]): Fault[] {
  const told = new Set(found.map(({ pointer }) => pointer));
  const isWhole = told.has("");
  return [...found, ...rules.filter(({ pointer }) => !isWhole && !told.has(pointer))].slice(
    0,
    LIMITS.importErrorsPerRowMax,
  );
}
