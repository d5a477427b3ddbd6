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

/** A row as it is to be written, or why it is not. */
export type ImportRow =
  | (AtLine & { readonly type: "product"; readonly sku: string; readonly body: ProductUpsert })
  | (AtLine & { readonly type: "skipped"; readonly given: Record<string, unknown> })
  | (AtLine & { readonly type: "invalid"; readonly given: Record<string, unknown>; readonly faults: readonly Fault[] });

/** Makes the reader that turns a file's rows, in their order, into products: the same rules as those of POST /products. */
export function createProductReader(plan: ImportPlan): (row: RawRow) => ImportRow {
  const read = rowReader(plan);
  const seen = createSkuSet();
  return (raw) => {
    const { line } = raw;
    const { body: given, faults, isSkipped } = read(raw);
    if (isSkipped) return { type: "skipped", line, sku: null, given };
    const parsed = productUpsertSchema.safeParse(given);
    const sku = parsed.success ? parsed.data.sku : skuOf(given);
    if (sku !== null && !seen.add(sku)) {
      const message = "stands earlier in this file; give each SKU once";
      return { type: "invalid", line, sku, given, faults: [{ pointer: "/sku", code: "duplicate_in_file", message }] };
    }
    if (parsed.success && faults.length === 0)
      return { type: "product", line, sku: parsed.data.sku, body: parsed.data };
    const rules = parsed.success ? [] : faultsOf(parsed.error, productUpsertSchema, LIMITS.importErrorsPerRowMax);
    return { type: "invalid", line, sku, given, faults: merged(faults, rules) };
  };
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
